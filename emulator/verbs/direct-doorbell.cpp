// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that watches registers: it exists while there are some.
#include "emulator/verbs/direct-doorbell.h"

#include "base/fork-generation.h"
#include "base/quiet-thread.h"

#include <algorithm>
#include <atomic>
#include <chrono>
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

DirectDoorbell::DirectDoorbell(size_t offset, Action action)
    : own_(pageSize), page_(own_.data()), offset_(offset),
      action_(std::move(action)) {
  perProgram<DoorbellWatcher>().add(*this);
}

DirectDoorbell::DirectDoorbell(std::byte *page, size_t offset, Action action)
    : own_(0), page_(page), offset_(offset), action_(std::move(action)) {
  perProgram<DoorbellWatcher>().add(*this);
}

DirectDoorbell::~DirectDoorbell() {
  perProgram<DoorbellWatcher>().remove(*this);
}

/// What the program wrote before the register is visible.
bool DirectDoorbell::take() {
  auto *written = reinterpret_cast<uint64_t *>(place());
  if (__atomic_load_n(written, __ATOMIC_RELAXED) == 0)
    return false;
  action_(__atomic_exchange_n(written, 0, __ATOMIC_ACQUIRE));
  return true;
}

} // namespace dpa::verbs
