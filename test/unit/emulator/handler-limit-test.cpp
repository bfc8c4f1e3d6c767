// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Event handlers may run for ever: the time limit of activations holds for them
// only if the user has set it, or while their end is awaited.
#include "runtime/abi/process-status.h"
#include "test/unit/emulator/fixture.h"

#include <condition_variable>

namespace dpa::test {
namespace {

/// Records warnings, and the end of the process.
class WarningRecorder : public Recorder {
public:
  void warn(std::string_view text) noexcept override {
    {
      std::lock_guard guard(lock);
      warnings.emplace_back(text);
    }
    changed.notify_all();
  }
  void ended(uint8_t status, const Crash *crash) noexcept override {
    Recorder::ended(status, crash);
    changed.notify_all();
  }
  /// Waits for a warning, or for the end of the process.
  void wait() {
    std::unique_lock guard(lock);
    changed.wait(guard, [&] { return !warnings.empty() || !ends.empty(); });
  }

  std::condition_variable changed;
  std::vector<std::string> warnings;
};

class HandlerLimitTest : public testing::TestWithParam<bool> {
protected:
  /// In runs with a seed the limit is a number of instructions.
  static DeviceSettings settings() {
    DeviceSettings settings;
    settings.watchdogMilliseconds = 50;
    if (GetParam()) {
      settings.seed = 7;
      settings.watchdogMilliseconds = 1; // 1.8 million instructions
    }
    return settings;
  }

  static std::unique_ptr<Thread> start(Process &process, unsigned slot,
                                       uint64_t argument) {
    std::string error;
    ThreadSettings settings;
    settings.function = guest(slot);
    settings.label = "endless";
    auto thread = process.createThread(settings, error);
    EXPECT_TRUE(thread) << error;
    EXPECT_TRUE(thread->run(argument, error)) << error;
    thread->activate();
    return thread;
  }

  /// One that polls a word of the heap.
  static std::unique_ptr<Thread> startPolling(Process &process) {
    int64_t never = INT64_MIN;
    EXPECT_TRUE(process.write(process.heap().base, &never, sizeof never));
    return start(process, GUEST_MEET, process.heap().base);
  }

  WarningRecorder events_;
};

INSTANTIATE_TEST_SUITE_P(SharedAndReproducible, HandlerLimitTest,
                         testing::Bool());

TEST_P(HandlerLimitTest, HandlersThatPollAreNotEnded) {
  TestDevice device(TEST_FIRMWARE, settings());
  auto process = device.start(events_);
  auto handler = startPolling(*process);
  events_.wait();
  EXPECT_EQ(process->status(), 0);
  uint64_t value = 0;
  EXPECT_EQ(call(*process, GUEST_ADD, 1, 2, value), CallResult::Ok);
  EXPECT_EQ(value, 3u);
  process->stop();
  handler.reset();
  EXPECT_EQ(process->status(), 0);
}

TEST_P(HandlerLimitTest, AreReportedOnce) {
  TestDevice device(TEST_FIRMWARE, settings());
  auto process = device.start(events_);
  auto first = start(*process, GUEST_COUNT_DOWN, INT64_MAX);
  auto second = startPolling(*process);
  events_.wait();
  for (int i = 0; i < 500; ++i)
    EXPECT_EQ(call(*process, GUEST_COUNT_DOWN, 10'000), CallResult::Ok);
  process->stop();
  EXPECT_EQ(events_.warnings,
            std::vector{std::string("event handler 'endless' has run for ") +
                        (GetParam() ? "0.001" : "0.05") +
                        " seconds in one activation; it continues, but the "
                        "watchdog of a card may end it (--watchdog sets a "
                        "limit for handlers, too)"});
}

TEST_P(HandlerLimitTest, CallsAreEndedAsBefore) {
  TestDevice device(TEST_FIRMWARE, settings());
  auto process = device.start(events_);
  auto handler = startPolling(*process);
  EXPECT_EQ(call(*process, GUEST_SPIN), CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), DPA_STATUS_WATCHDOG);
  EXPECT_EQ(process->crash().value_or(Crash{}).pc, guest(GUEST_SPIN));
}

TEST_P(HandlerLimitTest, DestroyingAnEndlessHandlerReturns) {
  TestDevice device(TEST_FIRMWARE, settings());
  auto process = device.start(events_);
  auto handler = startPolling(*process);
  events_.wait();
  EXPECT_EQ(process->status(), 0);
  handler.reset();
  EXPECT_EQ(process->status(), DPA_STATUS_WATCHDOG);
}

TEST_P(HandlerLimitTest, ALimitThatWasSetHoldsForHandlers) {
  DeviceSettings strict = settings();
  strict.limitsHandlers = true;
  TestDevice device(TEST_FIRMWARE, strict);
  auto process = device.start(events_);
  auto handler = startPolling(*process);
  events_.wait();
  EXPECT_EQ(process->status(), DPA_STATUS_WATCHDOG);
  EXPECT_TRUE(events_.warnings.empty());
}

} // namespace
} // namespace dpa::test
