// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of the server's thread.
#include "emulator/gdb/server.h"

#include "base/quiet-thread.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dpa::gdb {
namespace {

/// What a debugger may leave unread, and for how long.
constexpr size_t outputMax = size_t(4) << 20;
constexpr int64_t stallMax = 10'000;

int64_t milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

} // namespace

std::shared_ptr<Server> Server::create(Endpoint endpoint, std::string greeting,
                                       std::string &error) {
  std::shared_ptr<Server> server(
      new Server(std::move(endpoint), std::move(greeting)));
  server->listener_ = listenAt(server->endpoint_, error);
  if (!server->listener_.isOpen())
    return nullptr;
  server->wakeUp_ = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!server->wakeUp_.isOpen()) {
    error = std::string("cannot create an event: ") + std::strerror(errno);
    return nullptr;
  }
  Server *self = server.get();
  server->thread_ = startQuietThread([self] { self->work(); });
  if (server->thread_.joinable())
    return server;
  error = "cannot create a thread for debuggers";
  return nullptr;
}

Server::~Server() {
  isStopping_ = true;
  notify();
  if (thread_.joinable())
    thread_.join();
  if (endpoint_.kind == Endpoint::Kind::Path && listener_.isOpen())
    unlink(endpoint_.path.c_str());
}

void Server::notify() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written =
      write(wakeUp_.number(), &one, sizeof one); // full: it wakes up anyway
}

void Server::add(Target &target) {
  const std::lock_guard guard(lock_);
  targets_.push_back(&target);
  notify();
}

void Server::remove(Target &target) {
  const std::lock_guard guard(lock_);
  std::erase(targets_, &target);
  if (debugged_ != &target)
    return;
  connection_->session->processEnded(target.exitStatus().value_or(0));
  connection_->session->forgetTarget();
  debugged_ = nullptr;
  notify();
}

void Server::waitForDebugger(Target &target) {
  std::unique_lock guard(lock_);
  released_.wait(guard, [&] {
    return !waits_ ||
           (debugged_ == &target && connection_->session->hasResumed());
  });
  waits_ = false;
}

void Server::work() {
  while (!isStopping_) {
    waitForInput();
    const std::lock_guard guard(lock_);
    serveConnection();
  }
  const std::lock_guard guard(lock_);
  if (connection_)
    flush();
  drop();
}

int Server::timeout() const {
  if (!connection_ ||
      (connection_->output.empty() && connection_->session->isAttached()))
    return -1;
  return static_cast<int>(stallMax);
}

void Server::waitForInput() {
  std::array<pollfd, 2> files{};
  files[0] = {.fd = wakeUp_.number(), .events = POLLIN, .revents = 0};
  int patience = -1;
  {
    const std::lock_guard guard(lock_);
    patience = timeout();
    if (connection_) {
      const short writes = connection_->output.empty() ? 0 : POLLOUT;
      files[1] = {.fd = connection_->socket.number(),
                  .events = static_cast<short>(POLLIN | writes),
                  .revents = 0};
    } else {
      files[1] = {.fd = targets_.empty() ? -1 : listener_.number(),
                  .events = POLLIN,
                  .revents = 0};
    }
  }
  poll(files.data(), files.size(), patience);
  uint64_t count = 0;
  [[maybe_unused]] const ssize_t taken =
      read(wakeUp_.number(), &count, sizeof count);
}

/// Under the lock, as all that follows.
void Server::serveConnection() {
  if (!connection_ && !targets_.empty())
    acceptDebugger();
  if (!connection_)
    return;
  receive();
  if (connection_ && connection_->greeting.empty())
    connection_->session->handleEvents();
  if (connection_)
    flush();
  if (connection_ && (connection_->session->isOver() || isLate()))
    drop();
  else if (connection_ && connection_->session->hasResumed())
    releaseWaiter();
}

void Server::acceptDebugger() {
  pollfd waiting = {.fd = listener_.number(), .events = POLLIN, .revents = 0};
  if (poll(&waiting, 1, 0) <= 0)
    return;
  Descriptor socket = acceptFrom(listener_, endpoint_);
  if (!socket.isOpen())
    return;
  connection_ = std::make_unique<Connection>();
  connection_->socket = std::move(socket);
  connection_->greeting = greeting_;
  connection_->openedAt = milliseconds();
  debugged_ = targets_.front();
  Connection *connection = connection_.get();
  connection_->session = std::make_unique<Session>(
      debugged_,
      [connection](std::string_view bytes) { connection->output += bytes; });
}

/// The other end has not sent a debugger's request in time.
bool Server::isLate() const {
  return !connection_->session->isAttached() &&
         milliseconds() - connection_->openedAt >= stallMax;
}

/// Takes the next part of the greeting off `bytes`. False: it is wrong.
bool Server::takeGreeting(std::string_view &bytes) {
  std::string &left = connection_->greeting;
  const size_t size = std::min(left.size(), bytes.size());
  if (bytes.substr(0, size) != std::string_view(left).substr(0, size))
    return false;
  bytes.remove_prefix(size);
  left.erase(0, size);
  if (left.empty() && size != 0)
    connection_->output += welcome;
  return true;
}

void Server::receive() {
  constexpr size_t piece = 16384;
  std::array<char, piece> buffer;
  const ssize_t size =
      recv(connection_->socket.number(), buffer.data(), buffer.size(), 0);
  if (size < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (size <= 0)
    return drop();
  std::string_view bytes(buffer.data(), static_cast<size_t>(size));
  if (!connection_->greeting.empty() && !takeGreeting(bytes))
    return drop();
  connection_->session->receive(bytes);
}

void Server::flush() {
  std::string &output = connection_->output;
  while (!output.empty()) {
    const ssize_t size = send(connection_->socket.number(), output.data(),
                              output.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size <= 0)
      break;
    output.erase(0, static_cast<size_t>(size));
    connection_->stalledSince = 0;
  }
  if (output.empty())
    return;
  if (connection_->stalledSince == 0)
    connection_->stalledSince = milliseconds();
  if (output.size() > outputMax ||
      milliseconds() - connection_->stalledSince >= stallMax)
    drop();
}

/// Closes the connection; the target continues.
void Server::drop() {
  if (!connection_)
    return;
  const bool wasDebugger =
      connection_->session->isAttached() || connection_->session->hasResumed();
  connection_.reset();
  debugged_ = nullptr;
  if (wasDebugger)
    releaseWaiter();
}

void Server::releaseWaiter() {
  waits_ = false;
  released_.notify_all();
}

} // namespace dpa::gdb
