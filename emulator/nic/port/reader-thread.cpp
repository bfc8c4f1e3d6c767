// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An eventfd ends each wait for good.
#include "emulator/nic/port/reader-thread.h"

#include <cerrno>
#include <ctime>
#include <sys/eventfd.h>

namespace dpa {

ReaderThread::ReaderThread() : stop_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

ReaderThread::~ReaderThread() {
  if (!thread_.joinable())
    return;
  eventfd_write(stop_.number(), 1);
  thread_.join();
}

bool ReaderThread::wait(std::span<pollfd> entries,
                        PollingBudget *budget) const {
  if (budget)
    budget->poll([polled = entries.first(entries.size() - 1)] {
      return poll(polled.data(), polled.size(), 0) != 0;
    });
  entries.back() = {stop_.number(), POLLIN, 0};
  while (poll(entries.data(), entries.size(), -1) < 0 && errno == EINTR) {
  }
  return entries.back().revents == 0;
}

bool ReaderThread::waitFor(int descriptor) const {
  pollfd entries[] = {{descriptor, POLLIN, 0}, {}};
  return wait(entries);
}

bool ReaderThread::pauseAfter(int failure) const {
  constexpr uint64_t time = 10'000'000;
  return failure == EAGAIN || failure == EINTR || pause(time);
}

bool ReaderThread::pause(uint64_t nanoseconds) const {
  constexpr uint64_t perSecond = 1'000'000'000;
  const timespec time = {static_cast<time_t>(nanoseconds / perSecond),
                         static_cast<long>(nanoseconds % perSecond)};
  pollfd entry = {stop_.number(), POLLIN, 0};
  return ppoll(&entry, 1, &time, nullptr) == 0;
}

} // namespace dpa
