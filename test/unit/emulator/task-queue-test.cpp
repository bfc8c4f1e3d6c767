// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads and task queues as the process uses them: which events start an
// activation, which worker gets which task, and when a queue is empty. Where the
// order matters the device's only execution unit (EU) is held by a call meanwhile.
#include "emulator/gate/emulated-process.h"
#include "emulator/process/emulated-task-queue.h"
#include "test/unit/emulator/fixture.h"

#include <condition_variable>
#include <thread>

namespace dpa::test {
namespace {

DeviceSettings oneUnit() {
  DeviceSettings settings;
  settings.executionUnits = 1;
  return settings;
}

/// Counts activations that have ended, and requests as many as the test says.
class CountingSource : public WorkSource {
public:
  explicit CountingSource(unsigned wanted) : wanted_(wanted) {}

  bool next(uint32_t /*worker*/, dpa_task & /*task*/) noexcept override {
    return false;
  }
  bool activationEnded(uint32_t worker) noexcept override {
    std::lock_guard guard(lock_);
    ++ends_;
    lastWorker_ = worker;
    changed_.notify_all();
    return ends_ < wanted_;
  }
  void waitForEnds(unsigned count) {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return ends_ >= count; });
  }
  unsigned ends() {
    std::lock_guard guard(lock_);
    return ends_;
  }
  uint32_t lastWorker() {
    std::lock_guard guard(lock_);
    return lastWorker_;
  }

private:
  const unsigned wanted_;
  std::mutex lock_; ///< guards the following members
  std::condition_variable changed_;
  unsigned ends_ = 0;
  uint32_t lastWorker_ = UINT32_MAX;
};

class TaskQueueTest : public testing::Test {
protected:
  /// A call that holds the EU until release().
  void hold() {
    holder_ = std::thread([this] {
      EXPECT_EQ(call(*owner_, GUEST_MEET, owner_->heap().base, released),
                CallResult::Ok);
    });
    while (word(0) == 0)
      std::this_thread::yield();
  }
  void release() {
    setWord(0, released);
    holder_.join();
  }

  int64_t word(unsigned index) {
    int64_t value = 0;
    EXPECT_TRUE(owner_->read(addressOf(index), &value, sizeof value));
    return value;
  }
  void setWord(unsigned index, int64_t value) {
    EXPECT_TRUE(owner_->write(addressOf(index), &value, sizeof value));
  }
  uint64_t addressOf(unsigned index) {
    return owner_->heap().base + uint64_t(8) * index;
  }

  std::shared_ptr<EmulatedThread> makeThread(unsigned slot) {
    ThreadSettings settings;
    settings.function = guest(slot);
    return std::make_shared<EmulatedThread>(
        dynamic_cast<EmulatedProcess &>(*owner_).core(),
        DPA_EU_COUNT_MAX + made_++, 0, settings);
  }

  static constexpr int64_t released = 1000;
  TestDevice device_{TEST_FIRMWARE, oneUnit()};
  Recorder events_;
  std::unique_ptr<Process> owner_ = device_.start(events_);
  std::thread holder_;
  uint32_t made_ = 0;
};

TEST_F(TaskQueueTest, EventsBeforeRunAndAfterStopAreLost) {
  CountingSource source(1);
  auto thread = makeThread(GUEST_ADD);
  thread->workFor(source, 4);
  thread->event();
  thread->waitUntilIdle();
  EXPECT_EQ(source.ends(), 0u);
  EXPECT_TRUE(thread->run(1));
  EXPECT_TRUE(thread->run(2)) << "repeating it is not an error";
  EXPECT_EQ(source.ends(), 0u) << "run() is not an event";
  thread->event();
  source.waitForEnds(1);
  EXPECT_EQ(source.lastWorker(), 4u);
  thread->stop();
  thread->waitUntilIdle();
  EXPECT_FALSE(thread->run(3));
  thread->event();
  thread->waitUntilIdle();
  EXPECT_EQ(source.ends(), 1u);
}

TEST_F(TaskQueueTest, AWorkerIsActivatedWhileThereIsMore) {
  CountingSource source(3);
  auto thread = makeThread(GUEST_ADD);
  thread->workFor(source, 0);
  thread->run(1);
  thread->event();
  thread->waitUntilIdle();
  EXPECT_EQ(source.ends(), 3u);
}

TEST_F(TaskQueueTest, EventsWhileAnActivationWaitsAreOne) {
  CountingSource source(0);
  auto thread = makeThread(GUEST_ADD);
  thread->workFor(source, 0);
  thread->run(1);
  hold();
  for (int i = 0; i < 5; ++i)
    thread->event();
  release();
  thread->waitUntilIdle();
  EXPECT_EQ(source.ends(), 1u);
}

TEST_F(TaskQueueTest, EventsWhileAnActivationRunsAreOneMore) {
  auto thread = makeThread(GUEST_MEET); // loops while its word is negative
  setWord(1, -2);
  thread->run(addressOf(1));
  thread->event();
  while (word(1) != -1)
    std::this_thread::yield();
  for (int i = 0; i < 5; ++i)
    thread->event();
  setWord(1, 0);
  thread->waitUntilIdle();
  EXPECT_EQ(word(1), 1) << "activations after the first one";
}

TEST_F(TaskQueueTest, AnActivationThatWaitsForAnEuIsCancelled) {
  CountingSource source(0);
  auto thread = makeThread(GUEST_MEET);
  thread->workFor(source, 0);
  thread->run(addressOf(1));
  hold();
  thread->event();
  thread->stop();
  thread->waitUntilIdle(); // though the EU is still held
  release();
  EXPECT_EQ(word(1), 0) << "it has not begun";
}

TEST_F(TaskQueueTest, TasksAreGivenOutInOrderAndOnce) {
  hold();
  EmulatedTaskQueue queue({makeThread(GUEST_ADD), makeThread(GUEST_ADD)}, 1);
  dpa_task task{};
  EXPECT_TRUE(queue.isEmpty());
  for (uint64_t i = 1; i <= 3; ++i)
    EXPECT_TRUE(queue.add({i, 0, i * 10}));
  EXPECT_FALSE(queue.isEmpty());
  EXPECT_FALSE(queue.next(0, task)) << "it is not running";
  queue.run();
  queue.run();
  for (uint64_t i = 1; i <= 3; ++i) {
    EXPECT_TRUE(queue.next(i % 2, task));
    EXPECT_EQ(task.function, i);
    EXPECT_EQ(task.argument, i * 10);
  }
  EXPECT_FALSE(queue.isEmpty()) << "two tasks are under way";
  EXPECT_FALSE(queue.next(0, task));
  EXPECT_FALSE(queue.isEmpty());
  EXPECT_FALSE(queue.next(1, task));
  EXPECT_TRUE(queue.isEmpty());
  queue.stop();
  queue.waitUntilIdle();
  release();
}

TEST_F(TaskQueueTest, StoppingDropsTasksThatHaveNotStarted) {
  hold();
  EmulatedTaskQueue queue({makeThread(GUEST_ADD)}, 1);
  queue.run();
  EXPECT_TRUE(queue.add({1, 0, 0}));
  EXPECT_TRUE(queue.add({2, 0, 0}));
  dpa_task task{};
  EXPECT_TRUE(queue.next(0, task));
  queue.stop();
  EXPECT_FALSE(queue.next(0, task));
  EXPECT_TRUE(queue.isEmpty());
  EXPECT_TRUE(queue.add({3, 0, 0})) << "kept, but never performed";
  EXPECT_FALSE(queue.next(0, task));
  queue.waitUntilIdle();
  release();
}

TEST_F(TaskQueueTest, ATaskWhoseActivationEndsIsPerformed) {
  hold();
  EmulatedTaskQueue queue({makeThread(GUEST_ADD)}, 1);
  queue.run();
  EXPECT_TRUE(queue.add({1, 0, 0}));
  dpa_task task{};
  EXPECT_TRUE(queue.next(0, task));
  EXPECT_FALSE(queue.isEmpty());
  release(); // the worker's activation runs, and ends without asking
  while (!queue.isEmpty())
    std::this_thread::yield();
  queue.stop();
  queue.waitUntilIdle();
}

} // namespace
} // namespace dpa::test
