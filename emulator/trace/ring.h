// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bounded queue of records from many threads to one: each writer takes the next
// places, waits until they are free, fills and publishes them. So the records have
// one order, that in which their places were taken.
#ifndef DPA_EMULATOR_TRACE_RING_H
#define DPA_EMULATOR_TRACE_RING_H

#include "emulator/trace/record.h"

#include <atomic>
#include <cstring>
#include <string_view>

namespace dpa::trace {

class Ring {
public:
  static constexpr uint64_t places = uint64_t(1) << 16;

  Ring() {
    for (uint64_t i = 0; i < places; ++i)
      slots_[i].state.store(i, std::memory_order_relaxed);
  }

  /// Calls `wait` while the ring is full, and gives up if it returns false. Returns
  /// whether the reader should be woken.
  template <typename Wait>
  bool push(const Record &record, std::string_view text, Wait wait) noexcept {
    const uint64_t pieces = (text.size() + pieceSize - 1) / pieceSize;
    const uint64_t first =
        head_.fetch_add(1 + pieces, std::memory_order_relaxed);
    for (uint64_t i = 0; i <= pieces; ++i) {
      Slot &slot = slots_[(first + i) % places];
      while (slot.state.load(std::memory_order_acquire) != first + i)
        if (!wait())
          return false;
      if (i == 0) {
        std::memcpy(slot.bytes, &record, sizeof record);
      } else {
        const std::string_view piece =
            text.substr((i - 1) * pieceSize, pieceSize);
        std::memcpy(slot.bytes, piece.data(), piece.size());
      }
      slot.state.store(first + i + 1, std::memory_order_release);
    }
    return first / wakeInterval != (first + pieces + 1) / wakeInterval;
  }

  /// Copies the next piece, a whole record with its text being several. One thread.
  /// False: it is not there yet.
  bool pop(void *piece) noexcept {
    Slot &slot = slots_[tail_ % places];
    if (slot.state.load(std::memory_order_acquire) != tail_ + 1)
      return false;
    std::memcpy(piece, slot.bytes, pieceSize);
    slot.state.store(tail_ + places, std::memory_order_release);
    ++tail_;
    return true;
  }
  /// Whether places were taken that were not read.
  bool isEmpty() const {
    return tail_ == head_.load(std::memory_order_relaxed);
  }

private:
  static constexpr uint64_t wakeInterval = places / 8;

  /// state: the number of its place while it is free, one more while it is full.
  struct Slot {
    std::atomic<uint64_t> state;
    alignas(Record) char bytes[pieceSize];
  };

  alignas(64) std::atomic<uint64_t> head_ = 0;
  alignas(64) uint64_t tail_ = 0;
  Slot slots_[places];
};

} // namespace dpa::trace

#endif
