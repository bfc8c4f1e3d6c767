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
#include <utility>

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
    posted_.add(std::move(work));
    isPosted_ = true;
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

/// False: the thread has to end.
bool BackgroundThread::takePosted() {
  Guard guard(lock_);
  works_.append(posted_);
  if (std::exchange(isPosted_, false))
    rests_ = 0;
  return !isStopping_;
}

void BackgroundThread::work() {
  trace::current.hasTrack = true; // background work
  while (takePosted()) {
    timers_.advance(now());
    if (auto ready = works_.takeReady(0, now())) {
      stepWhileReady(*ready);
      rests_ = 0;
      continue;
    }
    dropIdle();
    rest();
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

/// The destructors of works take locks. A work that became ready before it was removed
/// was not posted again.
void BackgroundThread::dropIdle() {
  for (auto place = works_.findIdle(now()); place.work;
       place = works_.findIdle(now())) {
    Guard guard(lock_);
    std::shared_ptr<BackgroundWork> idle = works_.remove(place);
    guard.unlock();
    if (!idle->isIdle(now()))
      post(std::move(idle));
  }
}

void BackgroundThread::rest() {
  constexpr unsigned looks = 20;
  constexpr unsigned doublingsMax = 5;
  constexpr std::chrono::nanoseconds pause = std::chrono::microseconds(30);
  if (works_.empty())
    return sleep(std::chrono::nanoseconds::max());
  if (++rests_ <= looks)
    return pauseForAMoment();
  if (help_ && help_()) {
    rests_ = 0;
    return;
  }
  std::chrono::nanoseconds length =
      pause * (1 << std::min(rests_ - looks, doublingsMax));
  const uint64_t due = works_.due();
  const uint64_t moment = now();
  if (due > moment && due - moment < static_cast<uint64_t>(length.count()))
    length = std::chrono::nanoseconds(due - moment);
  sleep(length);
}

/// At most so long, until work is posted.
void BackgroundThread::sleep(std::chrono::nanoseconds length) {
  Guard guard(lock_);
  const auto isWoken = [&] { return isStopping_ || isPosted_; };
  if (length == std::chrono::nanoseconds::max())
    changed_.wait(guard, isWoken);
  else
    changed_.wait_for(guard, length, isWoken);
}

} // namespace dpa
