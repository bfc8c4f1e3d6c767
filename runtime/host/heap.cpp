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
  if (found == blocks.end() || found->second.owner != owner ||
      found->second.holds != 0)
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

// The end of the blocks, if the range is not all in one of the program.
Heap::Blocks::const_iterator Heap::blockAround(uint64_t address,
                                               uint64_t size) const {
  auto next = blocks.upper_bound(address);
  if (next == blocks.begin())
    return blocks.end();
  auto found = std::prev(next);
  const auto &[start, block] = *found;
  uint64_t offset = address - start;
  bool isInside = block.owner == HeapOwner::Program && offset < block.size &&
                  size <= block.size - offset;
  return isInside ? found : blocks.end();
}

bool Heap::isInsideBlock(uint64_t address, uint64_t size) const {
  std::lock_guard lock(mutex);
  return blockAround(address, size) != blocks.end();
}

std::optional<uint64_t> Heap::hold(uint64_t address, uint64_t size) {
  std::lock_guard lock(mutex);
  auto found = blockAround(address, size);
  if (found == blocks.end())
    return std::nullopt;
  ++blocks.at(found->first).holds;
  return found->first;
}

void Heap::release(uint64_t start) {
  std::lock_guard lock(mutex);
  auto found = blocks.find(start);
  if (found != blocks.end() && found->second.holds != 0)
    --found->second.holds;
}

bool Heap::isHeld(uint64_t address) const {
  std::lock_guard lock(mutex);
  auto found = blocks.find(address);
  return found != blocks.end() && found->second.holds != 0;
}

HeapUsage Heap::usage() const {
  std::lock_guard lock(mutex);
  return programUsage;
}

} // namespace dpa::host
