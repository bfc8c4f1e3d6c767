// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ring of a work queue: entries of equal size in memory that device code
// writes while the card reads. Indices are free running; an entry may continue at
// the beginning of the ring. Thread safe.
#ifndef DPA_EMULATOR_NIC_QUEUE_WORK_RING_H
#define DPA_EMULATOR_NIC_QUEUE_WORK_RING_H

#include "emulator/interface/card-access.h"
#include "emulator/nic/data/queue-memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace dpa {

class WorkRing {
public:
  /// `memory` has 2^logDepth entries of 2^logStride bytes. Reads of it as `what`
  /// are reported to `observer`, which may be null, unless it is registered.
  WorkRing(QueueMemory memory, unsigned logDepth, unsigned logStride,
           CardObserver *observer = nullptr,
           CardObject what = CardObject::SendEntry)
      : memory_(std::move(memory)), logDepth_(logDepth), logStride_(logStride),
        what_(what), observer_(observer) {}

  uint32_t depth() const { return 1u << logDepth_; }
  uint32_t stride() const { return 1u << logStride_; }

  /// Whether reads are reported.
  bool isObserved() const { return observer_ && memory_.mapped(); }

  /// Copies from the entry `index` on; at most the whole ring. False: the memory
  /// is not mapped any more.
  bool copy(uint32_t index, std::span<std::byte> target) const {
    return copyAt(uint64_t(index) << logStride_, target);
  }
  /// The same from a byte on, which is counted from the entry 0.
  bool copyAt(uint64_t place, std::span<std::byte> target) const {
    const size_t size = size_t(depth()) << logStride_;
    const size_t begin = place & (size - 1);
    if (target.size() <= size - begin) [[likely]]
      return read(begin, target);
    const size_t head = size - begin;
    return read(begin, target.first(head)) && read(0, target.subspan(head));
  }

private:
  bool read(size_t offset, std::span<std::byte> target) const {
    if (isObserved() && !target.empty())
      observer_->cardReads(memory_.mapped() + offset, target.size(), what_);
    return memory_.read(offset, target);
  }

  const QueueMemory memory_;
  const unsigned logDepth_;
  const unsigned logStride_;
  const CardObject what_;
  CardObserver *const observer_;
};

} // namespace dpa

#endif
