// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread of background work while other threads post.
#include "emulator/schedule/background-thread.h"

#include <atomic>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

namespace dpa {
namespace {

/// Is posted under a lock that its state takes, as queues of the network card are.
class CountedWork : public BackgroundWork,
                    public std::enable_shared_from_this<CountedWork> {
public:
  State state(uint64_t /*now*/) const noexcept override {
    std::lock_guard guard(lock_);
    return todo_ != 0 ? State::Ready : State::Idle;
  }
  void step(uint64_t /*now*/) noexcept override {
    std::lock_guard guard(lock_);
    --todo_;
    ++done_;
  }
  void postOneMore(BackgroundThread &thread) {
    std::lock_guard guard(lock_);
    ++todo_;
    thread.post(shared_from_this());
  }
  unsigned done() const {
    std::lock_guard guard(lock_);
    return done_;
  }

private:
  mutable std::mutex lock_;
  unsigned todo_ = 0;
  unsigned done_ = 0;
};

TEST(BackgroundThread, StateMayTakeTheLocksUnderWhichWorkIsPosted) {
  constexpr unsigned rounds = 20'000;
  const auto work = std::make_shared<CountedWork>();
  BackgroundThread thread;
  for (unsigned i = 0; i < rounds; ++i)
    work->postOneMore(thread);
  while (work->done() != rounds)
    std::this_thread::yield();
}

/// Each work is removed as idle between two posts, or just not yet.
TEST(BackgroundThread, WorkIsNotLostWhileItIsRemoved) {
  constexpr unsigned rounds = 5'000;
  const auto work = std::make_shared<CountedWork>();
  BackgroundThread thread;
  for (unsigned i = 1; i <= rounds; ++i) {
    work->postOneMore(thread);
    while (work->done() != i)
      std::this_thread::yield();
  }
}

/// Work that is posted while the thread helps elsewhere does not wait for its sleep.
TEST(BackgroundThread, HelpsUnlocked) {
  const auto work = std::make_shared<CountedWork>();
  std::atomic<unsigned> helps = 0;
  BackgroundThread *current = nullptr;
  BackgroundThread thread([&] {
    if (helps++ == 0)
      work->postOneMore(*current);
    return false;
  });
  current = &thread;
  struct Waits : BackgroundWork {
    State state(uint64_t /*now*/) const noexcept override {
      return State::Waits;
    }
    void step(uint64_t /*now*/) noexcept override {}
  };
  thread.post(std::make_shared<Waits>());
  while (work->done() != 1)
    std::this_thread::yield();
  EXPECT_GE(helps, 1U);
}

} // namespace
} // namespace dpa
