// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocator of a process's device heap: see heap.h.
#include "runtime/host/heap.h"

namespace dpa::host {

namespace {

// `unit` is a power of two; the caller knows that it does not overflow.
constexpr uint64_t roundUp(uint64_t value, uint64_t unit) {
  return (value + unit - 1) & ~(unit - 1);
}

} // namespace

Heap::Heap(uint64_t base, uint64_t size) : heapBase(base), heapSize(size) {
  uint64_t first = roundUp(base, alignment);
  uint64_t end = (base + size) & ~(alignment - 1);
  if (size >= alignment && end > first)
    addFree(first, end - first);
}

void Heap::addFree(uint64_t address, uint64_t size) {
  freeByAddress.emplace(address, size);
  freeBySize.emplace(size, address);
}

void Heap::removeFree(std::map<uint64_t, uint64_t>::iterator range) {
  freeBySize.erase({range->second, range->first});
  freeByAddress.erase(range);
}

// Takes `size` bytes from the smallest free range that holds them when aligned;
// what is left before and behind stays free.
std::optional<uint64_t> Heap::takeFree(uint64_t size, uint64_t blockAlignment) {
  for (auto fit = freeBySize.lower_bound({size, 0}); fit != freeBySize.end();
       ++fit) {
    auto [rangeSize, rangeAddress] = *fit;
    uint64_t start = roundUp(rangeAddress, blockAlignment);
    uint64_t gap = start - rangeAddress;
    if (gap > rangeSize || rangeSize - gap < size)
      continue;
    removeFree(freeByAddress.find(rangeAddress));
    if (gap)
      addFree(rangeAddress, gap);
    if (uint64_t rest = rangeSize - gap - size)
      addFree(start + size, rest);
    return start;
  }
  return std::nullopt;
}

std::optional<uint64_t> Heap::allocate(uint64_t size, HeapOwner owner) {
  std::lock_guard lock(mutex);
  if (size == 0 || size > heapSize)
    return std::nullopt;
  uint64_t taken = roundUp(size, alignment);
  std::optional<uint64_t> address =
      takeFree(taken, size >= pageSize ? pageSize : alignment);
  if (!address)
    return std::nullopt;
  blocks.emplace(*address, Block{taken, size, owner});
  if (owner == HeapOwner::Program) {
    programUsage.requested += size;
    programUsage.allocated += taken;
  }
  return address;
}

bool Heap::free(uint64_t address, HeapOwner owner) {
  std::lock_guard lock(mutex);
  auto found = blocks.find(address);
  if (found == blocks.end() || found->second.owner != owner)
    return false;
  Block block = found->second;
  blocks.erase(found);
  if (owner == HeapOwner::Program) {
    programUsage.requested -= block.requested;
    programUsage.allocated -= block.size;
  }

  uint64_t start = address;
  uint64_t end = address + block.size;
  auto next = freeByAddress.lower_bound(address);
  if (next != freeByAddress.end() && next->first == end) {
    end += next->second;
    removeFree(next);
  }
  next = freeByAddress.lower_bound(address);
  if (next != freeByAddress.begin()) {
    auto previous = std::prev(next);
    if (previous->first + previous->second == start) {
      start = previous->first;
      removeFree(previous);
    }
  }
  addFree(start, end - start);
  return true;
}

bool Heap::overlaps(uint64_t address, uint64_t size) const {
  if (address < heapBase)
    return size > heapBase - address;
  return address - heapBase < heapSize;
}

bool Heap::isInsideBlock(uint64_t address, uint64_t size) const {
  std::lock_guard lock(mutex);
  auto next = blocks.upper_bound(address);
  if (next == blocks.begin())
    return false;
  const auto &[start, block] = *std::prev(next);
  uint64_t offset = address - start;
  return block.owner == HeapOwner::Program && offset < block.size &&
         size <= block.size - offset;
}

HeapUsage Heap::usage() const {
  std::lock_guard lock(mutex);
  return programUsage;
}

} // namespace dpa::host
