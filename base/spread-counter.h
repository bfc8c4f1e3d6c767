// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A counter that many threads add to: each writes to a cache line of its own, so that
// additions at the same time do not wait for each other. A read adds up all of them.
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
    slots_[threadSlot() % slotCount].number.fetch_add(
        number, std::memory_order_relaxed);
  }
  uint64_t value() const noexcept {
    uint64_t sum = 0;
    for (const Slot &slot : slots_)
      sum += slot.number.load(std::memory_order_relaxed);
    return sum;
  }

private:
  static constexpr size_t slotCount = 16;
  struct alignas(cacheLine) Slot {
    std::atomic<uint64_t> number = 0;
  };
  std::array<Slot, slotCount> slots_;
};

} // namespace dpa

#endif
