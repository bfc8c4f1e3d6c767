// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sockets that do not block, and one poll() for all of them.
#include "emulator/statistics/viewers.h"

#include "emulator/statistics/reply.h"

#include <algorithm>
#include <cerrno>
#include <new>
#include <sys/socket.h>

namespace dpa {
namespace {

constexpr std::chrono::seconds viewerPatience{5};

bool wouldBlock() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

} // namespace

void Viewers::add(Descriptor connection) {
  if (viewers_.size() == viewersMax)
    viewers_.pop_front();
  viewers_.push_back({.connection = std::move(connection),
                      .end = Clock::now() + viewerPatience,
                      .request = {},
                      .reply = {}});
}

/// To the first end, in milliseconds.
int Viewers::timeout() const {
  using std::chrono::milliseconds;
  if (viewers_.empty())
    return -1;
  const auto first = std::ranges::min_element(viewers_, {}, &Viewer::end);
  const auto left = std::chrono::ceil<milliseconds>(first->end - Clock::now());
  return static_cast<int>(std::max<milliseconds::rep>(left.count(), 0));
}

bool Viewers::wait(int listener) {
  std::array<pollfd, viewersMax + 1> waiting{};
  for (;;) {
    size_t count = 0;
    waiting[count++] = {.fd = listener, .events = POLLIN, .revents = 0};
    for (const Viewer &viewer : viewers_)
      waiting[count++] = {
          .fd = viewer.connection.number(),
          .events = static_cast<short>(viewer.isAnswered ? POLLOUT : POLLIN),
          .revents = 0};
    if (poll(waiting.data(), count, timeout()) < 0 && errno != EINTR)
      return false;
    progressAll(std::span(waiting).subspan(1, count - 1));
    if (waiting[0].revents != 0)
      return true;
  }
}

void Viewers::progressAll(std::span<const pollfd> ready) {
  const Clock::time_point now = Clock::now();
  auto viewer = viewers_.begin();
  for (const pollfd &each : ready) {
    const bool goesOn =
        (each.revents == 0 || progress(*viewer)) && viewer->end > now;
    viewer = goesOn ? std::next(viewer) : viewers_.erase(viewer);
  }
}

/// False: the connection is over.
bool Viewers::progress(Viewer &viewer) {
  return viewer.isAnswered ? send(viewer) : receive(viewer);
}

/// A request that ends early is answered, too: the answer says what is wrong.
bool Viewers::receive(Viewer &viewer) {
  const auto rest = std::span(viewer.request).subspan(viewer.received);
  const ssize_t size =
      recv(viewer.connection.number(), rest.data(), rest.size(), 0);
  if (size < 0)
    return wouldBlock();
  viewer.received += static_cast<size_t>(size);
  if (viewer.received < viewer.request.size() && size != 0)
    return true;
  return viewer.received != 0 && answer(viewer);
}

bool Viewers::answer(Viewer &viewer) {
  const auto request = std::span(viewer.request).first(viewer.received);
  viewer.isAnswered = true;
  viewer.end = Clock::now() + viewerPatience;
  try {
    viewer.reply = statisticsReply(request, programStatistics());
  } catch (const std::bad_alloc &) {
    const StatisticsReply reply = emptyReply(StatisticsAnswer::NoMemory);
    ::send(viewer.connection.number(), &reply, sizeof reply, MSG_NOSIGNAL);
    return false;
  }
  return send(viewer);
}

bool Viewers::send(Viewer &viewer) {
  const auto rest = std::span(viewer.reply).subspan(viewer.sent);
  const ssize_t size = ::send(viewer.connection.number(), rest.data(),
                              rest.size(), MSG_NOSIGNAL);
  if (size < 0)
    return wouldBlock();
  viewer.sent += static_cast<size_t>(size);
  return viewer.sent < viewer.reply.size();
}

} // namespace dpa
