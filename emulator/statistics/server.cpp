// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that accepts viewers and answers them.
#include "emulator/statistics/server.h"

#include "base/descriptor.h"
#include "base/fork-generation.h"
#include "base/peer.h"
#include "base/quiet-thread.h"
#include "base/unix-address.h"
#include "emulator/host/own-heap-thread.h"
#include "emulator/host/service-threads.h"
#include "emulator/statistics/viewers.h"

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dpa {
namespace {

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
  const auto address = UnixAddress::of(
      UnixAddress::Kind::Abstract,
      statisticsAddressPrefix + std::to_string(geteuid()) + "/" +
          std::to_string(getpid()) + "/" + std::to_string(number));
  return address && bind(socket, address->get(), address->size) == 0;
}

/// -1: no socket or no free address.
int openListener() {
  constexpr int waitingMax = 64;
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

/// Until the program closes the socket.
void serve(int socket, const FileIdentity &identity) {
  Viewers viewers;
  while (viewers.wait(socket)) {
    if (FileIdentity::of(socket) != identity)
      return;
    Descriptor connection(
        accept4(socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!connection.isOpen()) {
      constexpr useconds_t pause = 100'000; // such as: too many open files
      usleep(pause);
      continue;
    }
    if (isTrustedPeer(connection.number()))
      viewers.add(std::move(connection));
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
