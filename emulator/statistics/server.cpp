// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One connection has one request and one reply. A viewer that does not send or
// read is disconnected after some seconds.
#include "emulator/statistics/server.h"

#include "base/fork-generation.h"
#include "base/peer.h"
#include "base/quiet-thread.h"
#include "emulator/host/own-heap-thread.h"
#include "emulator/host/service-threads.h"
#include "emulator/statistics/reply.h"

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <future>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace dpa {
namespace {

constexpr timeval patience = {.tv_sec = 5, .tv_usec = 0};

/// Open until the program ends. The child of a fork() must not keep the address of
/// its parent.
std::atomic<int> listener = -1;

void closeListener() noexcept {
  if (const int inherited = listener.exchange(-1); inherited >= 0)
    close(inherited);
}

/// What the descriptor names, also after the program has closed all descriptors
/// and opened others.
struct FileIdentity {
  dev_t device = 0;
  ino_t file = 0;
  bool operator==(const FileIdentity &) const = default;

  static FileIdentity of(int descriptor) {
    struct stat status{};
    if (fstat(descriptor, &status) != 0)
      return {};
    return {status.st_dev, status.st_ino};
  }
};

bool bindTo(int socket, unsigned number) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  // The first character of an abstract address is 0.
  const int length = std::snprintf(
      address.sun_path + 1, sizeof address.sun_path - 1, "%s%u/%d/%u",
      statisticsAddressPrefix, geteuid(), getpid(), number);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 +
                                           static_cast<size_t>(length));
  return bind(socket, reinterpret_cast<const sockaddr *>(&address), size) == 0;
}

/// -1: no socket or no free address.
int openListener() {
  constexpr int waitingMax = 16;
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0)
    return -1;
  unsigned number = 0;
  while (number < statisticsAddresses && !bindTo(socket, number))
    ++number;
  if (number < statisticsAddresses && listen(socket, waitingMax) == 0)
    return socket;
  close(socket);
  return -1;
}

void sendAll(int connection, std::span<const std::byte> bytes) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(patience.tv_sec);
  while (!bytes.empty() && Clock::now() < end) {
    const ssize_t sent =
        send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0)
      return; // disconnected, or does not read
    bytes = bytes.subspan(static_cast<size_t>(sent));
  }
}

void answer(int connection) noexcept {
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  std::array<std::byte, sizeof(StatisticsRequest)> request;
  const ssize_t size =
      recv(connection, request.data(), request.size(), MSG_WAITALL);
  if (size <= 0)
    return;
  try {
    sendAll(connection,
            statisticsReply(std::span(request).first(static_cast<size_t>(size)),
                            programStatistics()));
  } catch (const std::bad_alloc &) {
    const StatisticsReply reply = emptyReply(StatisticsAnswer::NoMemory);
    sendAll(connection, std::as_bytes(std::span(&reply, 1)));
  }
}

/// Until the program closes the socket.
void serve(int socket, const FileIdentity &identity) {
  pollfd waiting = {.fd = socket, .events = POLLIN, .revents = 0};
  while (poll(&waiting, 1, -1) >= 0 || errno == EINTR) {
    if (FileIdentity::of(socket) != identity)
      return;
    const int connection = accept4(socket, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) {
      constexpr useconds_t pause = 100'000; // such as: too many open files
      usleep(pause);
      continue;
    }
    if (isTrustedPeer(connection))
      answer(connection);
    close(connection);
  }
}

/// Waits until the thread has its heap.
void start() {
  const int socket = openListener();
  if (socket < 0)
    return;
  listener = socket;
  const FileIdentity identity = FileIdentity::of(socket);
  auto hasHeap = std::make_shared<std::promise<void>>();
  std::thread thread = startQuietThread([socket, identity, hasHeap] {
    takeOwnHeap();
    statisticsThread = gettid();
    hasHeap->set_value();
    serve(socket, identity);
  });
  if (!thread.joinable()) {
    listener = -1;
    close(socket);
    return;
  }
  hasHeap->get_future().wait();
  thread.detach();
}

struct Server {
  std::once_flag isStarted;
};

/// Makes children of fork() close the inherited socket. False: out of memory.
bool watchForks() noexcept {
  static const bool isWatched =
      pthread_atfork(nullptr, nullptr, closeListener) == 0;
  return isWatched;
}

} // namespace

void serveStatistics() noexcept {
  try {
    if (watchForks())
      std::call_once(perProgram<Server>().isStarted, start);
  } catch (const std::exception &) {
    closeListener(); // no memory: without viewers
  }
}

} // namespace dpa
