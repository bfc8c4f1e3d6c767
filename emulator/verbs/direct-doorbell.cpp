// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that watches registers: it exists while there are some. It runs the actions
// that do not wait.
#include "emulator/verbs/direct-doorbell.h"

#include "base/fork-generation.h"
#include "base/quiet-thread.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <endian.h>
#include <mutex>
#include <sched.h>
#include <vector>

namespace dpa::verbs {
namespace {

class DoorbellWatcher {
public:
  void add(DirectDoorbell &doorbell) {
    std::lock_guard changes(changes_);
    {
      std::lock_guard guard(lock_);
      doorbells_.push_back(&doorbell);
    }
    if (thread_.joinable())
      return;
    isEnding_.store(false, std::memory_order_relaxed);
    thread_ = startQuietThread([this] { work(); });
    if (thread_.joinable())
      return;
    std::lock_guard guard(lock_);
    std::erase(doorbells_, &doorbell);
    throw std::bad_alloc();
  }

  void remove(DirectDoorbell &doorbell) {
    std::lock_guard changes(changes_);
    {
      std::lock_guard guard(lock_);
      std::erase(doorbells_, &doorbell);
      if (!doorbells_.empty())
        return;
    }
    isEnding_.store(true, std::memory_order_relaxed);
    thread_.join();
  }

  /// Whether the register was written or the action for it waits; looks once, as the
  /// thread does.
  bool takeOne(DirectDoorbell &doorbell) {
    std::lock_guard guard(lock_);
    return doorbell.take() || doorbell.isBusy();
  }

private:
  bool takeAll() {
    std::lock_guard guard(lock_);
    bool wasOneWritten = false;
    for (DirectDoorbell *doorbell : doorbells_)
      wasOneWritten |= doorbell->take();
    return wasOneWritten;
  }

  /// Programs ring in bursts: the thread sleeps only if nothing was written for a
  /// while, and for longer if nothing was written for a second.
  void work() {
    constexpr unsigned roundsAwake = 1000;
    constexpr unsigned roundsMax = roundsAwake + 10000;
    constexpr std::chrono::microseconds nap(50);
    constexpr std::chrono::microseconds longNap(1000);
    for (unsigned idle = 0; !isEnding_.load(std::memory_order_relaxed);) {
      idle = takeAll() ? 0 : std::min(idle + 1, roundsMax);
      if (idle < roundsAwake)
        sched_yield();
      else
        std::this_thread::sleep_for(idle < roundsMax ? nap : longNap);
    }
  }

  std::mutex changes_; ///< one of add() and remove() at a time
  std::thread thread_;
  std::atomic<bool> isEnding_ = false;
  std::mutex lock_; ///< of what follows
  std::vector<DirectDoorbell *> doorbells_;
};

} // namespace

ArmDoorbell readArmDoorbell(uint64_t written) {
  constexpr unsigned firstWord = 32;
  constexpr uint32_t solicited = 1u << 24;
  const uint64_t words = be64toh(written);
  const auto command = static_cast<uint32_t>(words >> firstWord);
  return {.queue = static_cast<uint32_t>(words) & (solicited - 1),
          .consumerIndex = command & (solicited - 1),
          .isSolicited = (command & solicited) != 0};
}

/// The thread of an action that may wait. One value at a time.
class DirectDoorbell::Ringer {
public:
  explicit Ringer(const Action &action)
      : action_(action), thread_(startQuietThread([this] { work(); })) {
    if (!thread_.joinable())
      throw std::bad_alloc();
  }
  /// Waits until the action for the last value has run.
  ~Ringer() {
    {
      const std::lock_guard guard(lock_);
      isEnding_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Ringer(const Ringer &) = delete;
  Ringer &operator=(const Ringer &) = delete;

  bool isBusy() {
    const std::lock_guard guard(lock_);
    return value_ != 0;
  }
  void waitUntilIdle() {
    std::unique_lock guard(lock_);
    idle_.wait(guard, [&] { return value_ == 0; });
  }
  /// A value other than 0, while the thread is not busy.
  void ring(uint64_t written) {
    {
      const std::lock_guard guard(lock_);
      value_ = written;
    }
    changed_.notify_one();
  }

private:
  void work() {
    std::unique_lock guard(lock_);
    for (;;) {
      changed_.wait(guard, [&] { return value_ != 0 || isEnding_; });
      if (value_ == 0)
        return;
      const uint64_t written = value_;
      guard.unlock();
      action_.ring(written);
      guard.lock();
      value_ = 0;
      idle_.notify_all();
    }
  }

  const Action &action_;
  std::mutex lock_; ///< of what follows
  std::condition_variable changed_;
  std::condition_variable idle_;
  uint64_t value_ = 0; ///< 0: not busy
  bool isEnding_ = false;
  std::thread thread_; // the last member: it uses the others
};

DirectDoorbell::DirectDoorbell(size_t offset, Action action)
    : own_(pageSize), page_(own_.data()), offset_(offset),
      action_(std::move(action)),
      ringer_(action_.mayWait ? std::make_unique<Ringer>(action_) : nullptr) {
  perProgram<DoorbellWatcher>().add(*this);
}

DirectDoorbell::DirectDoorbell(std::byte *page, size_t offset, Action action)
    : own_(0), page_(page), offset_(offset), action_(std::move(action)),
      ringer_(action_.mayWait ? std::make_unique<Ringer>(action_) : nullptr) {
  perProgram<DoorbellWatcher>().add(*this);
}

DirectDoorbell::~DirectDoorbell() {
  perProgram<DoorbellWatcher>().remove(*this);
}

bool DirectDoorbell::isBusy() const {
  return ringer_ && ringer_->isBusy();
}

void DirectDoorbell::finish() {
  while (perProgram<DoorbellWatcher>().takeOne(*this))
    if (ringer_)
      ringer_->waitUntilIdle();
}

/// What the program wrote before the register is visible.
bool DirectDoorbell::take() {
  auto *written = reinterpret_cast<uint64_t *>(place());
  if (__atomic_load_n(written, __ATOMIC_RELAXED) == 0 || isBusy())
    return false;
  const uint64_t value = __atomic_exchange_n(written, 0, __ATOMIC_ACQUIRE);
  if (ringer_)
    ringer_->ring(value);
  else
    action_.ring(value);
  return true;
}

} // namespace dpa::verbs
