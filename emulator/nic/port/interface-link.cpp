// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A network interface as the port's wire, by a packet socket: the port sends
// what the interface sends, and receives what arrives there, for whatever
// address. What this machine itself sends on the interface is not received.
#include "base/log-line.h"
#include "emulator/nic/port/interface.h"
#include "emulator/nic/port/live-link.h"
#include "emulator/nic/port/offloads.h"

#include <arpa/inet.h>
#include <cstring>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <optional>
#include <sys/socket.h>

namespace dpa {
namespace {

/// What precedes each frame with PACKET_VNET_HDR; its header in Linux, of the
/// same layout, is not one of C++.
struct OffloadHead {
  static constexpr uint8_t needsChecksum = 1; ///< of `flags`

  uint8_t flags = 0;
  uint8_t segments = 0; ///< 0: the frame is a whole one
  uint16_t headSize = 0;
  uint16_t segmentSize = 0;
  uint16_t checksumStart = 0;
  uint16_t checksumOffset = 0;
};
static_assert(sizeof(OffloadHead) == 10);

/// One received message: what recvmsg() fills.
struct Message {
  OffloadHead head;
  sockaddr_ll from{};
  alignas(
      cmsghdr) std::array<char, CMSG_SPACE(sizeof(tpacket_auxdata))> control{};
  iovec parts[2]{};
  msghdr all{};

  explicit Message(std::span<std::byte> frame)
      : parts{{&head, sizeof head}, {frame.data(), frame.size()}} {
    all.msg_name = &from;
    all.msg_namelen = sizeof from;
    all.msg_iov = parts;
    all.msg_iovlen = 2;
    all.msg_control = control.data();
    all.msg_controllen = control.size();
  }

  /// Null: the kernel has said nothing more.
  std::optional<tpacket_auxdata> auxiliary() {
    for (cmsghdr *each = CMSG_FIRSTHDR(&all); each;
         each = CMSG_NXTHDR(&all, each))
      if (each->cmsg_level == SOL_PACKET && each->cmsg_type == PACKET_AUXDATA) {
        tpacket_auxdata data;
        std::memcpy(&data, CMSG_DATA(each), sizeof data);
        return data;
      }
    return std::nullopt;
  }
};

class InterfaceLink : public Link {
public:
  InterfaceLink(Descriptor socket, const std::string &name,
                const LinkContext &context)
      : socket_(std::move(socket)), name_(name), interface_(name),
        receiver_(context.receiver), counters_(context.counters) {}

  bool isUp() const noexcept override { return interface_.isUp(); }
  uint32_t mtuMax() const noexcept override { return interface_.mtu(); }
  void send(Frame frame) noexcept override;
  bool start(std::string &error) override {
    return thread_.start([this] { run(); }, error);
  }

private:
  void run();
  void handOver(Message &message, size_t size);
  void reportSegments(const std::string &what);

  const Descriptor socket_;
  const std::string name_;
  const NetworkInterface interface_;
  FrameReceiver &receiver_;
  PortCounters &counters_;
  bool hasReportedSegments_ = false;
  std::array<std::byte, vlanTagSize + sizeof(FrameBuffer)> buffer_;
  ReaderThread thread_; ///< last: ends first
};

/// The head says that nothing is left to the interface.
void InterfaceLink::send(Frame frame) noexcept {
  OffloadHead head;
  iovec parts[] = {{&head, sizeof head},
                   {const_cast<std::byte *>(frame.data()), frame.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  countSendFailure(sendmsg(socket_.number(), &message, MSG_DONTWAIT),
                   counters_);
}

void InterfaceLink::run() {
  while (thread_.waitFor(socket_.number())) {
    Message message(std::span(buffer_).subspan(vlanTagSize));
    const ssize_t size = recvmsg(socket_.number(), &message.all, 0);
    if (size >= static_cast<ssize_t>(sizeof message.head))
      handOver(message, static_cast<size_t>(size) - sizeof message.head);
    else if (size < 0 && errno == EINVAL) // cannot be described by the head
      reportSegments("data");
    else if (size < 0 && !thread_.pauseAfter(errno))
      return;
  }
}

/// TCP that leaves its segmentation to the device, as on a veth pair.
void InterfaceLink::reportSegments(const std::string &what) {
  counters_.countReceiveError(FrameDrop::TooLong);
  if (!hasReportedSegments_)
    printLine("dpa-emulator", "warning",
              "%s: dropped %s that the sender leaves to the device to split "
              "into frames (expected whole frames: ethtool -K <the other end> "
              "tso off gso off); others will be counted, not reported",
              name_.c_str(), what.c_str());
  hasReportedSegments_ = true;
}

void InterfaceLink::handOver(Message &message, size_t size) {
  if (message.from.sll_pkttype == PACKET_OUTGOING)
    return;
  if (message.head.segments != 0) {
    reportSegments(std::to_string(size) + " bytes");
    return;
  }
  std::span<std::byte> frame(buffer_.data() + vlanTagSize, size);
  if (size >= frameSizeMin) {
    if ((message.head.flags & OffloadHead::needsChecksum) != 0)
      (void)fillChecksum(frame, message.head.checksumStart,
                         message.head.checksumOffset);
    const auto more = message.auxiliary();
    if (more && (more->tp_status & TP_STATUS_VLAN_VALID) != 0) {
      frame = {buffer_.data(), size + vlanTagSize};
      insertVlanTag(frame,
                    (more->tp_status & TP_STATUS_VLAN_TPID_VALID) != 0
                        ? more->tp_vlan_tpid
                        : uint16_t(ETH_P_8021Q),
                    more->tp_vlan_tci);
    }
  }
  receiver_.receive(frame);
}

bool setOption(const Descriptor &socket, int option, int value = 1) {
  return setsockopt(socket.number(), SOL_PACKET, option, &value,
                    sizeof value) == 0;
}

/// With protocol 0 it receives nothing before it is bound to the interface.
bool bindTo(const Descriptor &socket, int interface) {
  constexpr int size = socketBufferSize;
  packet_mreq all{};
  all.mr_ifindex = interface;
  all.mr_type = PACKET_MR_PROMISC;
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(ETH_P_ALL);
  address.sll_ifindex = interface;
  (void)setOption(socket, PACKET_IGNORE_OUTGOING); // else handOver() does
  (void)setsockopt(socket.number(), SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  return setOption(socket, PACKET_VNET_HDR) &&
         setOption(socket, PACKET_AUXDATA) &&
         setsockopt(socket.number(), SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all,
                    sizeof all) == 0 &&
         bind(socket.number(), reinterpret_cast<sockaddr *>(&address),
              sizeof address) == 0;
}

} // namespace

std::unique_ptr<Link> makeInterfaceLink(const LinkContext &context,
                                        std::string &error) {
  const std::string name(context.settings.target.view());
  const int interface = NetworkInterface(name).number();
  if (interface == 0) {
    error = "if: interface '" + name + "' does not exist";
    return nullptr;
  }
  Descriptor packets(
      socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!packets.isOpen() || !bindTo(packets, interface)) {
    error = "if: '" + name + "': " + std::strerror(errno) +
            (errno == EPERM ? " (expected CAP_NET_RAW)" : "");
    return nullptr;
  }
  return std::make_unique<InterfaceLink>(std::move(packets), name, context);
}

} // namespace dpa
