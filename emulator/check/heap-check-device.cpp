// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of malloc() of device code, in an arena that is data of the image. The guards
// between blocks are not addressable; the rest of the arena is addressable, since the
// allocator uses it.
#include "emulator/check/heap-check.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/syscalls.h"

namespace dpa {
namespace {

constexpr uint64_t guard = DPA_HEAP_CHECK_GUARD;

bool isInUse(const HeapBlock &block) {
  return block.isOfDevice() && !block.isFreed;
}

} // namespace

/// The block with both guards; empty if that is not inside the data of the image.
AddressRange HeapCheck::guarded(const HeapBlock &block) const {
  const uint64_t data = options_.dataEnd - DPA_DATA_BASE;
  const uint64_t offset = block.address - DPA_DATA_BASE;
  if (offset < guard || offset >= data || block.size > data - offset)
    return {};
  const uint64_t end =
      (block.address + block.size + guard - 1) / guard * guard + guard;
  if (block.address % guard != 0 || end > options_.dataEnd)
    return {};
  return {block.address - guard, end - (block.address - guard)};
}

/// Device code may pass any values.
uint64_t HeapCheck::deviceHeap(uint64_t what, const HeapBlock &block,
                               const Crash &at) {
  switch (what) {
  case DPA_HEAP_CHECK_ALLOCATED:
    return deviceAllocated(block, false, at);
  case DPA_HEAP_CHECK_CLEARED:
    return deviceAllocated(block, true, at);
  case DPA_HEAP_CHECK_FREED:
    return deviceFreed(block.address, at);
  case DPA_HEAP_CHECK_RECYCLED:
    return deviceRecycled(block.address);
  case DPA_HEAP_CHECK_SIZE: {
    const std::lock_guard lock(lock_);
    const auto found = blocks_.find(block.address);
    return found != blocks_.end() && isInUse(found->second) ? found->second.size
                                                            : 0;
  }
  default:
    return 0;
  }
}

uint64_t HeapCheck::deviceAllocated(HeapBlock block, bool isDefined,
                                    const Crash &at) {
  const AddressRange range = guarded(block);
  if (range.size == 0)
    return 0;
  block.allocatedAt = observer_.callersText(at);
  const std::lock_guard lock(lock_);
  block.number = deviceBlock | (++deviceAllocations_ & (deviceBlock - 1));
  map_.setAddressable(range.base, range.size, false);
  if (isDefined)
    map_.setDefined(block.address, block.size);
  else
    map_.setUndefined(block.address, block.size,
                      static_cast<uint32_t>(block.number));
  map_.setAddressable(block.address, block.size, true);
  blocks_[block.address] = std::move(block);
  return 0;
}

uint64_t HeapCheck::deviceFreed(uint64_t address, const Crash &at) {
  std::string freedAt = observer_.callersText(at);
  const std::lock_guard lock(lock_);
  const auto found = blocks_.find(address);
  if (found != blocks_.end() && isInUse(found->second)) {
    found->second.isFreed = true;
    found->second.freedAt = std::move(freedAt);
    map_.setAddressable(address, found->second.size, false);
    return 1;
  }
  HeapViolation violation;
  violation.kind = HeapViolation::Kind::Free;
  violation.address = address;
  violation.at = at;
  constexpr unsigned returnAddress = 1;
  violations_.fetch_add(1, std::memory_order_relaxed);
  if (reported_.size() >= placesMax ||
      !reported_.emplace(violation.kind, at.pc, at.x[returnAddress]).second)
    return 0;
  setHeapPlace(violation);
  observer_.heapViolation(violation);
  return 0;
}

uint64_t HeapCheck::deviceRecycled(uint64_t address) {
  const std::lock_guard lock(lock_);
  const auto found = blocks_.find(address);
  if (found == blocks_.end() || !found->second.isOfDevice() ||
      !found->second.isFreed)
    return 0;
  const AddressRange range = guarded(found->second);
  const uint64_t base = found->second.base;
  map_.setDefined(range.base, range.size);
  map_.setAddressable(range.base, range.size, true);
  blocks_.erase(found);
  return base;
}

std::vector<HeapBlock> HeapCheck::deviceBlocks() const {
  const std::lock_guard lock(lock_);
  std::vector<HeapBlock> live;
  for (const auto &[address, block] : blocks_)
    if (isInUse(block))
      live.push_back(block);
  return live;
}

} // namespace dpa
