// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A switch between the processes of a machine, without a process of its own:
// each port is connected to each other one, learns the addresses behind it, and
// floods what it does not know. A frame is a message of a SOCK_SEQPACKET socket.
// Whichever port ends, the others continue.
#include "base/log-line.h"
#include "emulator/nic/port/live-link.h"
#include "emulator/nic/port/mac-table.h"
#include "emulator/nic/port/polling-budget.h"
#include "emulator/nic/port/unix-folder.h"
#include "emulator/nic/port/unix-greeting.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <poll.h>
#include <sys/socket.h>
#include <vector>

namespace dpa {
namespace {

/// Connections of a port; more are closed.
constexpr size_t connectionsMax = 1024;

/// With more peers only the thread of the link receives.
constexpr size_t polledPeersMax = 8;
/// How long a thread polls for frames before it sleeps: about as long as it takes to wake a
/// thread.
constexpr std::chrono::nanoseconds messagePollingTime =
    std::chrono::microseconds(20);

struct Peer {
  uint32_t number = 0; ///< in the table of addresses
  /// Empty: it has connected and has not greeted yet.
  std::string name;
  /// Two ports that connect to each other at a time have two connections, and
  /// each sends on one.
  bool isSpare = false;
  Descriptor connection;
};

class UnixLink : public Link {
public:
  UnixLink(const std::string &path, const LinkContext &context)
      : folder_(path), receiver_(context.receiver),
        counters_(context.counters) {}
  bool join(std::string &error);

  bool isUp() const noexcept override { return true; }
  void send(Frame frame) noexcept override;
  bool start(std::string &error) override {
    isStarted_ = true;
    return thread_.start([this] { run(); }, error);
  }
  bool poll(bool mayWait) noexcept override;

private:
  void run();
  bool wait(std::span<pollfd> entries);
  void addPeer(Descriptor connection, std::string name);
  void acceptPeers();
  bool receiveSome();
  bool receivePolling();
  bool receiveFrom(size_t index);
  bool readGreeting(Peer &peer, Frame message);
  void removePeer(size_t index);

  UnixFolder folder_;
  Descriptor listener_;
  FrameReceiver &receiver_;
  PortCounters &counters_;
  MacTable addresses_;
  std::atomic<bool> isStarted_ = false;
  std::atomic<bool> isPolled_ = false; ///< since the last check by the thread

  std::mutex reading_; ///< of reads; not held while the thread waits
  FrameBuffer buffer_;
  uint64_t received_ = 0;                    ///< messages
  PollingBudget budget_{messagePollingTime}; ///< of receivePolling()
  PollingBudget threadBudget_{messagePollingTime};
  bool isDrained_ = false; ///< no peer has more of them
  std::mutex lock_;        ///< of the peers, which change under both locks
  std::vector<Peer> peers_;
  uint32_t peersMade_ = 0;
  ReaderThread thread_; ///< last: ends first
};

bool UnixLink::join(std::string &error) {
  listener_ = folder_.join(error);
  if (!listener_.isOpen())
    return false;
  for (UnixFolder::Member &other : folder_.connectToOthers())
    addPeer(std::move(other.connection), std::move(other.name));
  return true;
}

/// What a peer has not read yet counts for the socket that sent it. As root, the
/// size is not limited by the kernel's settings.
void setSendBuffer(const Descriptor &connection) {
  constexpr int size = socketBufferSize;
  for (const int option : {SO_SNDBUF, SO_SNDBUFFORCE})
    (void)setsockopt(connection.number(), SOL_SOCKET, option, &size,
                     sizeof size);
}

void UnixLink::addPeer(Descriptor connection, std::string name) {
  setSendBuffer(connection);
  const std::lock_guard guard(lock_);
  peers_.push_back(
      {peersMade_++, std::move(name), false, std::move(connection)});
}

void UnixLink::send(Frame frame) noexcept {
  const auto known = addresses_.find(frame);
  const std::lock_guard guard(lock_);
  for (const Peer &peer : peers_)
    if (!peer.name.empty() && (known ? peer.number == *known : !peer.isSpare))
      countSendFailure(::send(peer.connection.number(), frame.data(),
                              frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL),
                       counters_);
}

/// Receives the messages that have arrived from all peers, unless another thread does.
/// False if there are none. Closed connections are handled by the thread of the link.
bool UnixLink::receiveSome() {
  const uint64_t before = received_;
  for (size_t i = 0; i < peers_.size(); ++i)
    if (!peers_[i].name.empty())
      receiveFrom(i);
  return received_ != before;
}

/// receiveSome() until there are some, for a moment: an answer of another program that polls
/// arrives earlier.
bool UnixLink::receivePolling() {
  return budget_.poll([this] { return receiveSome(); });
}

/// Called by polling threads of the program. With many peers, only the thread of the link
/// receives, by one system call for all.
bool UnixLink::poll(bool mayWait) noexcept {
  constexpr timespec longest = {0, 20'000};
  std::array<pollfd, polledPeersMax> entries;
  std::unique_lock guard(reading_, std::try_to_lock);
  const size_t count = guard ? peers_.size() : 0;
  if (!isStarted_ || count == 0 || count > polledPeersMax)
    return false;
  isPolled_.store(true, std::memory_order_relaxed);
  if (receiveSome())
    return true;
  if (!mayWait)
    return false;
  if (receivePolling())
    return true;
  for (size_t i = 0; i < count; ++i)
    entries[i] = {peers_[i].connection.number(), POLLIN, 0};
  guard.unlock();
  if (ppoll(entries.data(), count, &longest, nullptr) > 0 && guard.try_lock())
    receiveSome();
  return true;
}

/// While the program polls, the thread of the link checks periodically only, so that it
/// does not compete with the program for the processor at each frame.
bool UnixLink::wait(std::span<pollfd> entries) {
  constexpr uint64_t pause = 200'000;
  if (!isPolled_.exchange(false, std::memory_order_relaxed))
    return thread_.wait(entries, &threadBudget_);
  if (!thread_.pause(pause))
    return false;
  while (::poll(entries.data(), entries.size() - 1, 0) < 0 && errno == EINTR) {
  }
  return true;
}

void UnixLink::run() {
  std::vector<pollfd> entries;
  std::unique_lock reading(reading_, std::defer_lock);
  try {
    do {
      reading.lock();
      isDrained_ = true;
      receiver_.beginBurst();
      // From the back: a peer that is removed moves only those behind it.
      for (size_t i = entries.empty() ? 0 : entries.size() - 2; i-- > 0;)
        if (entries[i].revents != 0 && !receiveFrom(i))
          removePeer(i);
      if (!entries.empty() && entries[entries.size() - 2].revents != 0)
        acceptPeers();
      entries.clear();
      for (const Peer &peer : peers_)
        entries.push_back({peer.connection.number(), POLLIN, 0});
      entries.push_back({listener_.number(), POLLIN, 0});
      entries.push_back({});
      const bool isDrained = isDrained_;
      reading.unlock();
      if (isDrained)
        receiver_.endBurstAndHelp(Background::Next::Waits);
      else
        receiver_.endBurst();
    } while (wait(entries));
  } catch (const std::bad_alloc &) {
    printLine("dpa-emulator", "error",
              "unix: out of memory; the port receives nothing more");
  }
}

/// Without a free descriptor, the connection waits and the listener is readable:
/// a pause.
void UnixLink::acceptPeers() {
  for (;;) {
    Descriptor connection(
        accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!connection.isOpen()) {
      (void)thread_.pauseAfter(errno);
      return;
    }
    if (peers_.size() < connectionsMax)
      addPeer(std::move(connection), "");
  }
}

/// A bounded number of messages; false if the connection has ended.
bool UnixLink::receiveFrom(size_t index) {
  constexpr int messagesMax = 64;
  Peer &peer = peers_[index];
  for (int i = 0; i < messagesMax; ++i) {
    const ssize_t size = recv(peer.connection.number(), buffer_.data(),
                              buffer_.size(), MSG_DONTWAIT);
    // A peer that has closed with frames of ours unread; its own come next.
    if (size < 0 && errno == ECONNRESET)
      continue;
    if (size < 0)
      return errno == EAGAIN || errno == EINTR;
    if (size == 0)
      return false;
    ++received_;
    const Frame message(buffer_.data(), static_cast<size_t>(size));
    if (peer.name.empty()) {
      if (!readGreeting(peer, message))
        return false;
      continue;
    }
    addresses_.learn(message, peer.number);
    receiver_.receive(message);
  }
  isDrained_ = false;
  return true;
}

bool UnixLink::readGreeting(Peer &peer, Frame message) {
  const std::string_view name = nameInGreeting(message);
  const std::lock_guard guard(lock_);
  peer.isSpare = std::ranges::find(peers_, name, &Peer::name) != peers_.end();
  peer.name = name;
  return !name.empty();
}

void UnixLink::removePeer(size_t index) {
  addresses_.forget(peers_[index].number);
  const std::lock_guard guard(lock_);
  peers_.erase(peers_.begin() + static_cast<ptrdiff_t>(index));
}

} // namespace

std::unique_ptr<Link> makeUnixLink(const LinkContext &context,
                                   std::string &error) {
  auto link = std::make_unique<UnixLink>(
      std::string(context.settings.target.view()), context);
  return link->join(error) ? std::move(link) : nullptr;
}

} // namespace dpa
