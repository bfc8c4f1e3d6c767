// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a fence means to each model.
#include "emulator/check/memory-check.h"

#include "runtime/abi/fence-hint.h"

namespace dpa {

/// A fence without a tag has the ordering of RISC-V, as C11 atomics need it; it is
/// not a cache operation.
void MemoryCheck::fence(const cpu::ObservedFence &fence) {
  constexpr unsigned writes = 1;
  std::lock_guard guard(lock_);
  if (DPA_FENCE_HINT_IS(fence.hint))
    return taggedFence(fence.hart, fence.hint);
  if ((fence.before & writes) == 0)
    return;
  const uint32_t eu = unitOf(fence.hart);
  if ((fence.after & writes) != 0)
    unwritten_.orderAll(eu);
  if (buffers_)
    buffers_->drain(eu);
}

void MemoryCheck::taggedFence(cpu::Hart &hart, unsigned hint) {
  const unsigned space = DPA_FENCE_HINT_SPACE(hint);
  const unsigned operation = DPA_FENCE_HINT_OP(hint);
  const uint32_t eu = unitOf(hart);
  if (operation == DPA_FENCE_OP_INVALIDATE)
    return units_[eu].windows.invalidate();
  if ((DPA_FENCE_HINT_PRED(hint) & DPA_FENCE_WRITE) == 0)
    return;
  const bool writesBack =
      operation == DPA_FENCE_OP_WRITE_BACK || !options_.isStrict;
  const bool isWindows =
      space == DPA_FENCE_SPACE_SYSTEM ||
      (space == DPA_FENCE_SPACE_MMIO && operation == DPA_FENCE_OP_WRITE_BACK);
  if (isWindows && writesBack)
    writeWindowsBack(hart);
  if (space == DPA_FENCE_SPACE_MMIO)
    return;
  orderForCard(eu, hint);
  if (buffers_ && space == DPA_FENCE_SPACE_HEAP)
    return buffers_->drain(eu, options_.heap.base, options_.heap.size);
  if (buffers_)
    buffers_->drain(eu);
  if (writesBack && space != DPA_FENCE_SPACE_HEAP) {
    nic_.writeBack(eu);
    unwritten_.writeBack(eu);
  }
}

void MemoryCheck::orderForCard(uint32_t eu, unsigned hint) {
  if ((DPA_FENCE_HINT_SUCC(hint) & DPA_FENCE_WRITE) == 0)
    return;
  unwritten_.order(eu, UnwrittenStores::Space::Heap);
  if (DPA_FENCE_HINT_SPACE(hint) != DPA_FENCE_SPACE_HEAP)
    unwritten_.order(eu, UnwrittenStores::Space::Other);
}

/// On the hart's thread, while it may use what is behind windows.
void MemoryCheck::writeWindowsBack(cpu::Hart &hart) {
  units_[unitOf(hart)].windows.writeBack([&](uint64_t line) -> std::byte * {
    const cpu::Access access{line, WindowCache::lineSize, false, true};
    cpu::Extent extent;
    if (windows_ == nullptr || !windows_->translate(hart, access, extent))
      return nullptr;
    return extent.host + (line - extent.base);
  });
}

} // namespace dpa
