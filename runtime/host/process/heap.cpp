// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocator of a process's device heap: see heap.h.
#include "runtime/host/process/heap.h"

#include <algorithm>

namespace dpa::host {
namespace {

// `unit` is a power of two; the caller knows that it does not overflow.
constexpr uint64_t roundUp(uint64_t value, uint64_t unit) {
  return (value + unit - 1) & ~(unit - 1);
}

} // namespace

Heap::Heap(uint64_t base, uint64_t size, HeapChecker *checker)
    : heapBase_(base), heapSize_(size), checker_(checker) {
  uint64_t first = roundUp(base, alignment);
  uint64_t end = (base + size) & ~(alignment - 1);
  if (size >= alignment && end > first)
    addFree(first, end - first);
}

void Heap::addFree(uint64_t address, uint64_t size) {
  freeByAddress_.emplace(address, size);
  freeBySize_.emplace(size, address);
}

void Heap::removeFree(std::map<uint64_t, uint64_t>::iterator range) {
  freeBySize_.erase({range->second, range->first});
  freeByAddress_.erase(range);
}

// Takes `size` bytes from the smallest free range that holds them when aligned;
// what is left before and behind stays free.
std::optional<uint64_t> Heap::takeFree(uint64_t size, uint64_t blockAlignment) {
  for (auto fit = freeBySize_.lower_bound({size, 0}); fit != freeBySize_.end();
       ++fit) {
    auto [rangeSize, rangeAddress] = *fit;
    uint64_t start = roundUp(rangeAddress, blockAlignment);
    uint64_t gap = start - rangeAddress;
    if (gap > rangeSize || rangeSize - gap < size)
      continue;
    removeFree(freeByAddress_.find(rangeAddress));
    if (gap)
      addFree(rangeAddress, gap);
    if (uint64_t rest = rangeSize - gap - size)
      addFree(start + size, rest);
    return start;
  }
  return std::nullopt;
}

// Blocks of whole pages tile the heap. A guard between them costs a page of
// alignment, so only blocks that are small for this heap have one, as long as all
// of these pages are a small part of it.
bool Heap::mayHavePageGuard(uint64_t size) const {
  constexpr uint64_t blockShare = 8;
  constexpr uint64_t guardShare = 64;
  return size <= heapSize_ / blockShare &&
         pageGuards_ * pageSize < heapSize_ / guardShare;
}

// Chooses a range for a block that has a size.
std::optional<uint64_t> Heap::place(Block &block) {
  const uint64_t unit = block.requested >= pageSize ? pageSize : alignment;
  if (checker_) {
    block.taken = block.size + redZoneSize;
    return takeFree(block.taken, unit);
  }
  if (block.owner == HeapOwner::Program &&
      (block.requested % pageSize != 0 || mayHavePageGuard(block.requested))) {
    block.taken = roundUp(block.requested + guardSize, alignment);
    if (const auto address = takeFree(block.taken, unit))
      return address;
  }
  block.taken = block.size;
  return takeFree(block.taken, unit);
}

std::optional<uint64_t> Heap::allocate(uint64_t size, HeapOwner owner,
                                       const void *caller) {
  std::lock_guard lock(mutex_);
  if (size == 0 || size > heapSize_)
    return std::nullopt;
  Block block{size, owner, caller, allocations_ + 1};
  block.size = roundUp(size, alignment);
  std::optional<uint64_t> address = place(block);
  while (!address && !unused_.empty()) {
    recycleOldest();
    address = place(block);
  }
  if (!address)
    return std::nullopt;
  blocks_.emplace(*address, block);
  ++allocations_;
  pageGuards_ += block.hasPageGuard() ? 1 : 0;
  if (owner == HeapOwner::Program) {
    programUsage_.requested += size;
    programUsage_.allocated += block.size;
    programUsage_.guards += block.taken - block.size;
  }
  if (checker_)
    checker_->allocated({.address = *address,
                         .size = size,
                         .number = block.number,
                         .allocatedBy = caller},
                        owner == HeapOwner::Library);
  return address;
}

// Memory that has been free for longest is used again first.
void Heap::recycleOldest() {
  const Freed oldest = unused_.front();
  unused_.pop_front();
  unusedSize_ -= oldest.block.taken;
  checker_->recycled(oldest.address);
  release(oldest.address, oldest.block.taken);
}

bool Heap::free(uint64_t address, HeapOwner owner, const void *caller) {
  std::lock_guard lock(mutex_);
  auto found = blocks_.find(address);
  if (found == blocks_.end() || found->second.owner != owner ||
      found->second.holds != 0)
    return false;
  Block block = found->second;
  blocks_.erase(found);
  pageGuards_ -= block.hasPageGuard() ? 1 : 0;
  if (owner == HeapOwner::Program) {
    programUsage_.requested -= block.requested;
    programUsage_.allocated -= block.size;
    programUsage_.guards -= block.taken - block.size;
  }

  if (!checker_) {
    release(address, block.taken);
    return true;
  }
  constexpr uint64_t unusedMax = uint64_t(16) << 20;
  constexpr uint64_t unusedShare = 4;
  checker_->freed(address, caller);
  unused_.push_back({address, block});
  unusedSize_ += block.taken;
  while (unusedSize_ > std::min(unusedMax, heapSize_ / unusedShare))
    recycleOldest();
  return true;
}

uint64_t Heap::allocations() const {
  std::lock_guard lock(mutex_);
  return allocations_;
}

// Joins a range with its free neighbours.
void Heap::release(uint64_t address, uint64_t size) {
  uint64_t start = address;
  uint64_t end = address + size;
  auto next = freeByAddress_.lower_bound(address);
  if (next != freeByAddress_.end() && next->first == end) {
    end += next->second;
    removeFree(next);
  }
  next = freeByAddress_.lower_bound(address);
  if (next != freeByAddress_.begin()) {
    auto previous = std::prev(next);
    if (previous->first + previous->second == start) {
      start = previous->first;
      removeFree(previous);
    }
  }
  addFree(start, end - start);
}

bool Heap::overlaps(uint64_t address, uint64_t size) const {
  if (address < heapBase_)
    return size > heapBase_ - address;
  return address - heapBase_ < heapSize_;
}

// blocks_.end() if no block of the program contains the whole range.
Heap::Blocks::const_iterator Heap::blockAround(uint64_t address,
                                               uint64_t size) const {
  auto next = blocks_.upper_bound(address);
  if (next == blocks_.begin())
    return blocks_.end();
  auto found = std::prev(next);
  const auto &[start, block] = *found;
  uint64_t offset = address - start;
  bool isInside = block.owner == HeapOwner::Program && offset < block.size &&
                  size <= block.size - offset;
  return isInside ? found : blocks_.end();
}

bool Heap::isInsideBlock(uint64_t address, uint64_t size) const {
  std::lock_guard lock(mutex_);
  return blockAround(address, size) != blocks_.end();
}

std::optional<uint64_t> Heap::hold(uint64_t address, uint64_t size) {
  std::lock_guard lock(mutex_);
  auto found = blockAround(address, size);
  if (found == blocks_.end())
    return std::nullopt;
  ++blocks_.at(found->first).holds;
  return found->first;
}

void Heap::release(uint64_t start) {
  std::lock_guard lock(mutex_);
  auto found = blocks_.find(start);
  if (found != blocks_.end() && found->second.holds != 0)
    --found->second.holds;
}

bool Heap::isHeld(uint64_t address) const {
  std::lock_guard lock(mutex_);
  auto found = blocks_.find(address);
  return found != blocks_.end() && found->second.holds != 0;
}

HeapBuffer Heap::bufferOf(const Blocks::value_type &entry) {
  const auto &[address, block] = entry;
  return {.address = address,
          .size = block.requested,
          .number = block.number,
          .caller = block.caller,
          .hasGuard = block.hasGuard()};
}

std::optional<HeapBuffer> Heap::buffer(uint64_t address) const {
  std::lock_guard lock(mutex_);
  auto found = blocks_.find(address);
  if (found == blocks_.end() || found->second.owner != HeapOwner::Program)
    return std::nullopt;
  return bufferOf(*found);
}

std::vector<HeapBuffer> Heap::buffers() const {
  std::lock_guard lock(mutex_);
  std::vector<HeapBuffer> found;
  for (const Blocks::value_type &entry : blocks_)
    if (entry.second.owner == HeapOwner::Program)
      found.push_back(bufferOf(entry));
  return found;
}

HeapUsage Heap::usage() const {
  std::lock_guard lock(mutex_);
  return programUsage_;
}

} // namespace dpa::host
