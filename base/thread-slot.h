// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots of threads, for counters that have a slot in each of several cache lines, so
// that two threads seldom write to the same one. The first threads have a slot of their own
// until they end, in which they need no atomic addition: they are the only ones that write
// there. The others share slots.
#ifndef DPA_BASE_THREAD_SLOT_H
#define DPA_BASE_THREAD_SLOT_H

#include "base/fast-thread-local.h"

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace dpa {

inline constexpr size_t cacheLine = 64; ///< bytes
/// Slots below this number belong to one live thread, those from it on are shared.
inline constexpr size_t ownThreadSlots = 16;
inline constexpr size_t threadSlotCount = 2 * ownThreadSlots;

/// Which slots of their own threads have at this moment.
class OwnThreadSlots {
public:
  /// A free slot; ownThreadSlots: none is free. What the last owner wrote is visible.
  static size_t take() noexcept {
    uint32_t taken = slotsTaken.load(std::memory_order_relaxed);
    while (taken != all) {
      const auto slot = static_cast<size_t>(std::countr_one(taken));
      if (slotsTaken.compare_exchange_weak(taken, taken | uint32_t(1) << slot,
                                           std::memory_order_acquire,
                                           std::memory_order_relaxed))
        return slot;
    }
    return ownThreadSlots;
  }
  static void release(size_t slot) noexcept {
    slotsTaken.fetch_and(~(uint32_t(1) << slot), std::memory_order_release);
  }

private:
  static constexpr uint32_t all = (uint32_t(1) << ownThreadSlots) - 1;
  static inline constinit std::atomic<uint32_t> slotsTaken = 0;
};

/// The slot of a thread. Zero, which a thread has at first, needs no initialisation, and
/// therefore no look-up of a guard.
class ThreadSlot {
public:
  static size_t get() noexcept {
    if (slotPlusOne == 0) [[unlikely]]
      choose();
    return slotPlusOne - 1;
  }

private:
  /// Until the thread ends; destructors that run after that use a shared slot.
  struct Owner {
    size_t slot = OwnThreadSlots::take();
    ~Owner() {
      slotPlusOne = ownThreadSlots + 1;
      if (slot < ownThreadSlots)
        OwnThreadSlots::release(slot);
    }
  };

  [[gnu::noinline, gnu::cold]] static void choose() noexcept {
    static constinit std::atomic<size_t> shared = 0;
    thread_local const Owner owner;
    slotPlusOne = owner.slot + 1;
    if (owner.slot == ownThreadSlots)
      slotPlusOne +=
          shared.fetch_add(1, std::memory_order_relaxed) % ownThreadSlots;
  }

  DPA_FAST_THREAD_LOCAL static inline constinit size_t slotPlusOne = 0;
};

/// Of the calling thread, below threadSlotCount.
inline size_t threadSlot() noexcept {
  return ThreadSlot::get();
}

} // namespace dpa

#endif
