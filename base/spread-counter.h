// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A counter that many threads add to: most write to a cache line of their own, so that
// additions at the same time do not wait for each other, and need no atomic operation. A read
// adds up all of them.
#ifndef DPA_BASE_SPREAD_COUNTER_H
#define DPA_BASE_SPREAD_COUNTER_H

#include "base/thread-slot.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace dpa {

class SpreadCounter {
public:
  void add(uint64_t number) noexcept {
    const size_t slot = threadSlot();
    std::atomic<uint64_t> &counted = slots_[slot].number;
    if (slot < ownThreadSlots) [[likely]]
      counted.store(counted.load(std::memory_order_relaxed) + number,
                    std::memory_order_relaxed);
    else
      counted.fetch_add(number, std::memory_order_relaxed);
  }
  uint64_t value() const noexcept {
    uint64_t sum = 0;
    for (const Slot &slot : slots_)
      sum += slot.number.load(std::memory_order_relaxed);
    return sum;
  }

private:
  struct alignas(cacheLine) Slot {
    std::atomic<uint64_t> number = 0;
  };
  std::array<Slot, threadSlotCount> slots_;
};

} // namespace dpa

#endif
