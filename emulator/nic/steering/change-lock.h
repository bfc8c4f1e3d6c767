// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock that many threads share while they route frames, and one has alone while
// it changes rules. Threads that share it write to different cache lines. They do
// not overtake a change, so that frames without a gap do not keep it waiting.
// Never taken twice by a thread.
#ifndef DPA_EMULATOR_NIC_STEERING_CHANGE_LOCK_H
#define DPA_EMULATOR_NIC_STEERING_CHANGE_LOCK_H

#include "base/thread-slot.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>

namespace dpa {

/// For std::lock_guard and std::shared_lock.
class ChangeLock {
public:
  void lock() noexcept {
    changes_.lock();
    isChanging_.store(true, std::memory_order_seq_cst);
    for (const Slot &slot : slots_)
      while (slot.users.load(std::memory_order_seq_cst) != 0)
        std::this_thread::yield();
  }
  void unlock() noexcept {
    isChanging_.store(false, std::memory_order_seq_cst);
    changes_.unlock();
  }

  void lock_shared() noexcept { // NOLINT(readability-identifier-naming)
    std::atomic<uint32_t> &users = slots_[threadSlot() % slotCount].users;
    users.fetch_add(1, std::memory_order_seq_cst);
    while (isChanging_.load(std::memory_order_seq_cst)) {
      users.fetch_sub(1, std::memory_order_seq_cst);
      changes_.lock(); // until the change is done
      changes_.unlock();
      users.fetch_add(1, std::memory_order_seq_cst);
    }
  }
  void unlock_shared() noexcept { // NOLINT(readability-identifier-naming)
    slots_[threadSlot() % slotCount].users.fetch_sub(1,
                                                     std::memory_order_release);
  }

private:
  static constexpr size_t slotCount = 16;
  struct alignas(cacheLine) Slot {
    std::atomic<uint32_t> users = 0;
  };

  std::mutex changes_;
  alignas(cacheLine) std::atomic<bool> isChanging_ = false;
  std::array<Slot, slotCount> slots_;
};

} // namespace dpa

#endif
