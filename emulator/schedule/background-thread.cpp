// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps while work is ready; else looks again after growing pauses, because work
// waits for memory that execution units change without notice.
#include "emulator/schedule/background-thread.h"

#include "base/quiet-thread.h"
#include "emulator/schedule/short-wait.h"
#include "emulator/trace/trace.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace dpa {

BackgroundThread::~BackgroundThread() {
  {
    Guard guard(lock_);
    isStopping_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable())
    thread_.join();
}

uint64_t BackgroundThread::now() noexcept {
  return static_cast<uint64_t>(
      std::chrono::steady_clock::now().time_since_epoch() /
      std::chrono::nanoseconds(1));
}

void BackgroundThread::post(std::shared_ptr<BackgroundWork> work) noexcept {
  {
    Guard guard(lock_);
    works_.add(std::move(work));
    rests_ = 0;
    if (!thread_.joinable())
      startThread();
  }
  changed_.notify_one();
}

void BackgroundThread::startThread() {
  thread_ = startQuietThread([this] { work(); });
  if (!thread_.joinable())
    std::fputs(
        "dpa-emulator: error: cannot create a thread for background work\n",
        stderr);
}

void BackgroundThread::work() {
  trace::current.hasTrack = true; // background work
  Guard guard(lock_);
  while (!isStopping_) {
    timers_.advance(now());
    if (auto ready = works_.takeReady(0, now())) {
      guard.unlock();
      stepWhileReady(*ready);
      ready.reset();
      guard.lock();
      rests_ = 0;
      continue;
    }
    dropIdle(guard);
    if (works_.empty())
      changed_.wait(guard, [&] { return isStopping_ || !works_.empty(); });
    else
      rest(guard);
  }
}

/// Several steps in a row, so that frames that follow each other do not look for
/// their work each; others wait that long at most.
void BackgroundThread::stepWhileReady(BackgroundWork &work) noexcept {
  constexpr unsigned stepsMax = 32;
  uint64_t moment = now();
  for (unsigned i = 0;
       i < stepsMax && work.state(moment) == BackgroundWork::State::Ready;
       ++i, moment = now())
    work.step(moment);
}

/// The destructors of works take locks.
void BackgroundThread::dropIdle(Guard &guard) {
  while (auto idle = works_.takeIdle(now())) {
    guard.unlock();
    idle.reset();
    guard.lock();
  }
}

bool BackgroundThread::helpUnlocked(Guard &guard) {
  if (!help_)
    return false;
  guard.unlock();
  const bool hasHelped = help_();
  guard.lock();
  return hasHelped;
}

void BackgroundThread::rest(Guard &guard) {
  constexpr unsigned looks = 20;
  constexpr unsigned doublingsMax = 5;
  constexpr std::chrono::nanoseconds pause = std::chrono::microseconds(30);
  if (++rests_ <= looks) {
    unlockForAMoment(guard);
    return;
  }
  if (helpUnlocked(guard)) {
    rests_ = 0;
    return;
  }
  std::chrono::nanoseconds length =
      pause * (1 << std::min(rests_ - looks, doublingsMax));
  uint64_t due = works_.due();
  uint64_t moment = now();
  if (due > moment && due - moment < static_cast<uint64_t>(length.count()))
    length = std::chrono::nanoseconds(due - moment);
  changed_.wait_for(guard, length);
}

} // namespace dpa
