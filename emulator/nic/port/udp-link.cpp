// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each frame is a UDP datagram to a peer. With several peers the port is a
// learning switch: what is for an address behind a peer goes there only, all
// else to each peer. Every port has all others as peers, so that no frame is
// forwarded. Datagrams from other addresses are dropped and counted.
#include "emulator/nic/port/live-link.h"
#include "emulator/nic/port/mac-table.h"

#include <atomic>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace dpa {
namespace {

struct Address {
  sockaddr_storage bytes{};
  socklen_t size = 0;

  const sockaddr *get() const {
    return reinterpret_cast<const sockaddr *>(&bytes);
  }
  /// The same host and port; a flow label or a scope that only one has does not
  /// count.
  bool isSame(const Address &other) const {
    if (bytes.ss_family != other.bytes.ss_family)
      return false;
    if (bytes.ss_family == AF_INET) {
      const auto &one = reinterpret_cast<const sockaddr_in &>(bytes);
      const auto &two = reinterpret_cast<const sockaddr_in &>(other.bytes);
      return one.sin_port == two.sin_port &&
             one.sin_addr.s_addr == two.sin_addr.s_addr;
    }
    const auto &one = reinterpret_cast<const sockaddr_in6 &>(bytes);
    const auto &two = reinterpret_cast<const sockaddr_in6 &>(other.bytes);
    return one.sin6_port == two.sin6_port &&
           std::memcmp(&one.sin6_addr, &two.sin6_addr, sizeof one.sin6_addr) ==
               0;
  }
};

/// "[HOST:]PORT" in a family of addresses, AF_UNSPEC for any.
bool resolve(std::string_view text, int family, Address &address,
             std::string &error) {
  const size_t colon = text.rfind(':');
  std::string_view host = text.substr(0, colon == text.npos ? 0 : colon);
  if (host.starts_with('[') && host.ends_with(']'))
    host = host.substr(1, host.size() - 2);
  const std::string port(text.substr(colon == text.npos ? 0 : colon + 1));
  addrinfo wanted{};
  wanted.ai_family = family;
  wanted.ai_socktype = SOCK_DGRAM;
  wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo *found = nullptr;
  const int failure =
      getaddrinfo(host.empty() ? nullptr : std::string(host).c_str(),
                  port.c_str(), &wanted, &found);
  if (failure != 0) {
    error = "udp: '" + std::string(text) + "': " + gai_strerror(failure);
    return false;
  }
  address.size = found->ai_addrlen;
  std::memcpy(&address.bytes, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  return true;
}

/// An answer of another thread of this machine takes about 25 microseconds if its processor
/// sleeps.
constexpr std::chrono::nanoseconds datagramPollingTime =
    std::chrono::microseconds(50);

/// What one system call receives. The kernel maps the buffers when they are first used.
class DatagramBatch {
public:
  static constexpr size_t framesMax = 16;

  DatagramBatch() {
    for (size_t i = 0; i < framesMax; ++i) {
      parts_[i] = {buffers_[i].data(), buffers_[i].size()};
      msghdr &head = messages_[i].msg_hdr;
      head.msg_name = &from_[i].bytes;
      head.msg_iov = &parts_[i];
      head.msg_iovlen = 1;
    }
  }
  DatagramBatch(const DatagramBatch &) = delete;
  DatagramBatch &operator=(const DatagramBatch &) = delete;

  /// With `flags` of recvmmsg(). How many have been received; -1: none, with errno.
  int receive(int socket, int flags) {
    for (size_t i = 0; i < framesMax; ++i)
      messages_[i].msg_hdr.msg_namelen = sizeof from_[i].bytes;
    return recvmmsg(socket, messages_.data(), framesMax, flags, nullptr);
  }
  Frame frame(size_t index) const {
    return {buffers_[index].data(), messages_[index].msg_len};
  }
  const Address &from(size_t index) const { return from_[index]; }

private:
  std::array<Address, framesMax> from_;
  std::array<iovec, framesMax> parts_{};
  std::array<mmsghdr, framesMax> messages_{};
  std::array<FrameBuffer, framesMax> buffers_;
};

class UdpLink : public Link {
public:
  UdpLink(Descriptor socket, std::vector<Address> peers,
          const LinkContext &context)
      : socket_(std::move(socket)), peers_(std::move(peers)),
        receiver_(context.receiver), counters_(context.counters),
        batch_(std::make_unique_for_overwrite<DatagramBatch>()) {}
  /// A thread that waits in recvmmsg() returns from it when the socket is shut down,
  /// although that fails because the socket has no peer.
  ~UdpLink() override {
    isClosing_ = true;
    (void)shutdown(socket_.number(), SHUT_RD);
  }

  bool isUp() const noexcept override { return true; }
  void send(Frame frame) noexcept override {
    if (const auto peer = addresses_.find(frame))
      return sendTo(peers_[*peer], frame);
    for (const Address &peer : peers_)
      sendTo(peer, frame);
  }
  bool start(std::string &error) override {
    return thread_.start([this] { run(); }, error);
  }

private:
  void sendTo(const Address &peer, Frame frame) {
    countSendFailure(sendto(socket_.number(), frame.data(), frame.size(),
                            MSG_DONTWAIT, peer.get(), peer.size),
                     counters_);
  }
  void run();
  int receiveSome();
  void handOver(const Address &from, Frame frame);

  const Descriptor socket_;
  const std::vector<Address> peers_;
  FrameReceiver &receiver_;
  PortCounters &counters_;
  MacTable addresses_;
  const std::unique_ptr<DatagramBatch> batch_; ///< of the thread
  PollingBudget budget_{datagramPollingTime};  ///< of the thread
  std::atomic<bool> isClosing_ = false;
  ReaderThread thread_; ///< last: ends first
};

void UdpLink::run() {
  for (;;) {
    const int count = receiveSome();
    if (isClosing_)
      return;
    if (count < 0) {
      if (!thread_.pauseAfter(errno))
        return;
      continue;
    }
    receiver_.beginBurst();
    for (int i = 0; i < count; ++i) {
      const auto index = static_cast<size_t>(i);
      handOver(batch_->from(index), batch_->frame(index));
    }
    if (count < static_cast<int>(DatagramBatch::framesMax))
      receiver_.endBurstAndHelp(Background::Next::Waits);
    else
      receiver_.endBurst();
  }
}

/// Waits for datagrams: first without sleep, if that has often been successful.
int UdpLink::receiveSome() {
  int count = -1;
  const auto look = [&] {
    count = batch_->receive(socket_.number(), MSG_DONTWAIT);
    return count >= 0;
  };
  return budget_.poll(look) ? count
                            : batch_->receive(socket_.number(), MSG_WAITFORONE);
}

void UdpLink::handOver(const Address &from, Frame frame) {
  uint32_t peer = 0;
  while (peer < peers_.size() && !peers_[peer].isSame(from))
    ++peer;
  if (peer == peers_.size()) {
    counters_.countReceiveError(FrameDrop::Foreign);
    return;
  }
  addresses_.learn(frame, peer);
  receiver_.receive(frame);
}

} // namespace

/// A local address without a host is of the first peer's family; one with a host
/// may be among the peers, so that all ports can have the same list.
std::unique_ptr<Link> makeUdpLink(const LinkContext &context,
                                  std::string &error) {
  constexpr int size = socketBufferSize;
  const std::string_view target = context.settings.target.view();
  const bool hasHost = target.find(':') != target.npos;
  Address local;
  if (hasHost && !resolve(target, AF_UNSPEC, local, error))
    return nullptr;
  std::vector<Address> peers;
  int family = hasHost ? local.bytes.ss_family : AF_UNSPEC;
  for (const std::string &peer : context.settings.peers) {
    Address address;
    if (!resolve(peer, family, address, error))
      return nullptr;
    family = address.bytes.ss_family;
    if (!hasHost || !address.isSame(local))
      peers.push_back(address);
  }
  if (!hasHost && !resolve(target, family, local, error))
    return nullptr;
  Descriptor datagrams(
      socket(local.bytes.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  (void)setsockopt(datagrams.number(), SOL_SOCKET, SO_RCVBUF, &size,
                   sizeof size);
  if (!datagrams.isOpen() ||
      bind(datagrams.number(), local.get(), local.size) != 0) {
    error = "udp: '" + std::string(target) + "': " + std::strerror(errno);
    return nullptr;
  }
  return std::make_unique<UdpLink>(std::move(datagrams), std::move(peers),
                                   context);
}

} // namespace dpa
