// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread has a heap of its own and the ring lies apart, so that the addresses of
// the program's buffers are the same with and without a trace.
#include "emulator/trace/recorder.h"

#include "base/log-line.h"
#include "base/quiet-thread.h"
#include "emulator/host/own-heap-thread.h"
#include "emulator/host/service-threads.h"
#include "emulator/trace/chrome-trace.h"
#include "emulator/trace/report.h"
#include "emulator/trace/timeline.h"
#include "emulator/trace/trace.h"

#include <chrono>
#include <ctime>
#include <unistd.h>
#include <vector>

namespace dpa::trace {
namespace {

using std::chrono::milliseconds;

void sleepFor(long nanoseconds) {
  const timespec time{.tv_sec = 0, .tv_nsec = nanoseconds};
  nanosleep(&time, nullptr);
}

bool open(Timeline &timeline, std::unique_ptr<Sink> sink) {
  if (!sink)
    return false;
  timeline.addSink(std::move(sink));
  return true;
}

} // namespace

bool Recorder::start(const Outputs &outputs, std::string &error) {
  thread_ = startQuietThread([this, &outputs, &error] { run(outputs, error); });
  if (!thread_.joinable()) {
    error = "cannot create a thread for the trace";
    return false;
  }
  std::unique_lock guard(lock_);
  changed_.wait(guard, [&] { return hasStarted_; });
  const bool isRunning = isRunning_;
  guard.unlock();
  if (!isRunning)
    thread_.join();
  return isRunning;
}

void Recorder::reportStarted(bool isRunning) {
  const std::lock_guard guard(lock_);
  isRunning_ = isRunning;
  hasStarted_ = true;
  changed_.notify_all();
}

void Recorder::setProfile(std::string_view foldedStacks) {
  const std::lock_guard guard(lock_);
  profile_ = foldedStacks;
}

/// While the ring is full, the thread that records waits.
void Recorder::push(const Record &record, std::string_view text) noexcept {
  constexpr long pause = 20'000;
  const bool wakes = ring_.push(record, text, [this] {
    changed_.notify_one();
    sleepFor(pause);
    return !isOver_.load(std::memory_order_relaxed);
  });
  if (wakes)
    changed_.notify_one();
}

/// The pieces behind a record are there soon, unless the program has ended meanwhile.
bool Recorder::takePiece(void *piece) {
  constexpr unsigned triesMax = 1000;
  constexpr long pause = 100'000;
  for (unsigned tries = 0; !ring_.pop(piece); ++tries) {
    if (isEnding_ && tries >= triesMax)
      return false;
    sleepFor(pause);
  }
  return true;
}

/// False: there was nothing to read.
bool Recorder::readAll(Timeline &timeline) {
  Record record;
  bool hasRead = false;
  std::string text;
  while (ring_.pop(&record)) {
    hasRead = true;
    text.clear();
    std::array<char, pieceSize> piece;
    while (text.size() < record.textSize && takePiece(piece.data()))
      text.append(piece.data(),
                  std::min(piece.size(), record.textSize - text.size()));
    timeline.add(record, text);
  }
  return hasRead;
}

void Recorder::run(const Outputs &outputs, std::string &error) noexcept try {
  constexpr auto pause = milliseconds(20);
  takeOwnHeap();
  tracingThread = gettid();
  Timeline timeline(names);
  if (!outputs.trace.empty() &&
      !open(timeline, makeChromeTrace(outputs.trace, names, error)))
    return reportStarted(false);
  if (!outputs.report.empty() &&
      !open(timeline, makeReport(outputs.report, names, error)))
    return reportStarted(false);
  if (logsEvents(outputs.log))
    open(timeline, makeLogSink(outputs.log, names));
  reportStarted(true);
  bool isEnding = false;
  while (!isEnding) {
    isEnding = isEnding_;
    if (readAll(timeline))
      timeline.flush(isReproducible);
    std::unique_lock guard(lock_);
    if (!isEnding)
      changed_.wait_for(guard, pause);
  }
  std::string problem;
  {
    const std::lock_guard guard(lock_);
    timeline.setProfile(profile_);
  }
  if (!timeline.finish(problem))
    printLine("dpa-emulator", "error", "the timeline is not complete: %s",
              problem.c_str());
  isOver_ = true;
} catch (const std::bad_alloc &) {
  isOnNow = false;
  isOver_ = true;
  printLine("dpa-emulator", "error",
            "the timeline is not complete: out of memory");
  reportStarted(true);
}

void Recorder::finish() noexcept {
  isEnding_ = true;
  changed_.notify_one();
  thread_.join();
}

} // namespace dpa::trace
