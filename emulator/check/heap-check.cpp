// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is addressable and defined, and where memory is that is not.
#include "emulator/check/heap-check.h"

#include "runtime/abi/address-map.h"
#include "runtime/abi/thread-context.h"

#include <algorithm>
#include <new>

namespace dpa {
namespace {

/// An origin is the number of a block, or this bit with the offset of an instruction
/// in the text range.
constexpr uint32_t frameOrigin = uint32_t(1) << 31;
static_assert(DPA_TEXT_SIZE <= frameOrigin);

/// Memory further away from a block has nothing to do with it.
constexpr uint64_t nearMax = 65536;

constexpr uint64_t areaOf(uint32_t slot) {
  return DPA_THREAD_AREA_BASE + slot * DPA_THREAD_AREA_SLOT;
}
constexpr uint64_t stackTop(uint32_t slot) {
  return areaOf(slot) + DPA_STACK_TOP_OFFSET;
}
constexpr uint64_t stackBottom(uint32_t slot) {
  return stackTop(slot) - DPA_STACK_USABLE;
}

bool isInArea(uint64_t address) {
  return address >= DPA_THREAD_AREA_BASE &&
         address < areaOf(DPA_THREAD_AREA_COUNT);
}

HeapViolation::Kind kindOf(cpu::ValueUse use) {
  switch (use) {
  case cpu::ValueUse::Branch:
    return HeapViolation::Kind::UndefinedBranch;
  case cpu::ValueUse::Address:
    return HeapViolation::Kind::UndefinedAddress;
  case cpu::ValueUse::Jump:
    return HeapViolation::Kind::UndefinedJump;
  case cpu::ValueUse::Device:
    break;
  }
  return HeapViolation::Kind::UndefinedDevice;
}

} // namespace

HeapCheck::HeapCheck(const HeapCheckOptions &options, ProcessObserver &observer)
    : options_(options), observer_(observer),
      map_(DPA_DATA_BASE, DPA_DATA_SIZE), slots_(options.units) {
  if (!map_.isThere())
    throw std::bad_alloc();
  shadow_ = map_.shadow();
  map_.setAddressable(DPA_DATA_BASE, options.dataEnd - DPA_DATA_BASE, true);
}

/// The thread context is of its own thread only: what overruns the stack of the
/// thread below is found there.
void HeapCheck::activationBegins(cpu::Hart &hart, uint32_t slot,
                                 uint64_t stackPointer, bool continues) {
  hart.defineRegisters(stackPointer);
  slots_[hart.id()] = slot;
  if (continues)
    return;
  constexpr uint64_t context = DPA_THREAD_CONTEXT_SIZE;
  map_.setAddressable(areaOf(slot) + context, DPA_TLS_SIZE_MAX - context, true);
  map_.setAddressable(stackBottom(slot), DPA_STACK_USABLE, false);
}

void HeapCheck::stackMoved(cpu::Hart &hart, uint64_t pc, uint64_t from,
                           uint64_t to) {
  const uint32_t slot = slots_[hart.id()];
  from = std::clamp(from, stackBottom(slot), stackTop(slot));
  to = std::clamp(to, stackBottom(slot), stackTop(slot));
  if (to > from)
    return map_.setAddressable(from, to - from, false);
  map_.setAddressable(to, from - to, true);
  map_.setUndefined(to, from - to,
                    frameOrigin | static_cast<uint32_t>(pc - DPA_TEXT_BASE));
}

// ---- blocks

void HeapCheck::allocated(const HeapBlock &block, bool isDefined) {
  const std::lock_guard guard(lock_);
  blocks_[block.address] = block;
  if (isDefined)
    map_.setDefined(block.address, block.size);
  else
    map_.setUndefined(block.address, block.size,
                      static_cast<uint32_t>(block.number) & ~frameOrigin);
  map_.setAddressable(block.address, block.size, true);
}

void HeapCheck::freed(uint64_t address, const void *freedBy) {
  const std::lock_guard guard(lock_);
  const auto found = blocks_.find(address);
  if (found == blocks_.end())
    return;
  found->second.isFreed = true;
  found->second.freedBy = freedBy;
  map_.setAddressable(address, found->second.size, false);
}

void HeapCheck::recycled(uint64_t address) {
  const std::lock_guard guard(lock_);
  blocks_.erase(address);
}

void HeapCheck::invalidFree(uint64_t address, const void *caller) {
  HeapViolation violation;
  violation.kind = HeapViolation::Kind::HostFree;
  violation.address = address;
  violation.caller = caller;
  const std::lock_guard guard(lock_);
  violations_.fetch_add(1, std::memory_order_relaxed);
  if (reported_.size() >= placesMax ||
      !reported_.emplace(violation.kind, reinterpret_cast<uintptr_t>(caller), 0)
           .second)
    return;
  setPlace(violation);
  observer_.heapViolation(violation);
}

// ---- reports

void HeapCheck::badAccess(cpu::Hart &hart, uint64_t pc, uint64_t address,
                          unsigned bytes, bool stores) {
  const uint64_t ownContext = areaOf(slots_[hart.id()]);
  if (address - ownContext < DPA_THREAD_CONTEXT_SIZE)
    return;
  HeapViolation violation;
  violation.kind =
      stores ? HeapViolation::Kind::Write : HeapViolation::Kind::Read;
  violation.bytes = bytes;
  const std::lock_guard guard(lock_);
  if (!isNew(violation.kind, hart, pc))
    return;
  // The first byte that is not addressable.
  const uint64_t offset = address - shadow_.base;
  uint64_t first = 0;
  for (uint64_t i = 0; i < bytes; ++i)
    if ((std::to_integer<unsigned>(shadow_.addressable[(offset + i) / 8]) >>
             (offset + i) % 8 &
         1) == 0) {
      first = i;
      break;
    }
  violation.address = address + first;
  setPlace(violation);
  violation.address = address;
  report(violation, hart, pc);
}

void HeapCheck::undefinedUse(cpu::Hart &hart, uint64_t pc, cpu::ValueUse use,
                             uint32_t origin) {
  HeapViolation violation;
  violation.kind = kindOf(use);
  const std::lock_guard guard(lock_);
  if (!isNew(violation.kind, hart, pc))
    return;
  setOrigin(violation, origin);
  report(violation, hart, pc);
}

bool HeapCheck::isNew(HeapViolation::Kind kind, const cpu::Hart &hart,
                      uint64_t pc) {
  constexpr unsigned returnAddress = 1;
  violations_.fetch_add(1, std::memory_order_relaxed);
  return reported_.size() < placesMax &&
         reported_.emplace(kind, pc, hart.x(returnAddress)).second;
}

void HeapCheck::report(HeapViolation &violation, const cpu::Hart &hart,
                       uint64_t pc) {
  Crash &at = violation.at;
  at.pc = pc;
  for (unsigned i = 0; i < at.x.size(); ++i)
    at.x[i] = hart.x(i);
  at.eu = static_cast<uint32_t>(hart.id());
  at.thread = slots_[hart.id()];
  at.stack = stackOf(at.thread, at.x[cpu::stackPointer]);
  observer_.heapViolation(violation);
}

std::vector<std::byte> HeapCheck::stackOf(uint32_t slot, uint64_t from) const {
  if (from < stackBottom(slot) || from > stackTop(slot))
    return {};
  const std::byte *bytes = options_.data + (from - DPA_DATA_BASE);
  return {bytes, bytes + (stackTop(slot) - from)};
}

void HeapCheck::setPlace(HeapViolation &violation) const {
  using Place = HeapViolation::Place;
  const uint64_t address = violation.address;
  if (address - options_.heap.base < options_.heap.size ||
      address < options_.dataEnd)
    return setHeapPlace(violation);
  if (address < options_.heap.base) {
    setHeapPlace(violation);
    if (violation.place == Place::BeforeBlock &&
        violation.distance <= address - options_.dataEnd)
      return;
    violation.place = Place::AfterData;
    violation.distance = address - options_.dataEnd;
    return;
  }
  if (!isInArea(address))
    return;
  const auto slot = static_cast<uint32_t>((address - DPA_THREAD_AREA_BASE) /
                                          DPA_THREAD_AREA_SLOT);
  violation.thread = slot;
  if (address >= stackBottom(slot)) {
    violation.place = Place::BelowStackPointer;
  } else if (address - areaOf(slot) < DPA_THREAD_CONTEXT_SIZE && slot != 0) {
    violation.place = Place::AboveStack;
    violation.thread = slot - 1;
    violation.distance = address - stackTop(slot - 1);
  } else {
    violation.place = Place::BelowStack;
    violation.distance = stackBottom(slot) - address;
  }
}

/// Of two blocks the one that is closer.
void HeapCheck::setHeapPlace(HeapViolation &violation) const {
  using Place = HeapViolation::Place;
  const uint64_t address = violation.address;
  violation.place = Place::HeapWithoutBlock;
  uint64_t nearest = nearMax;
  const auto next = blocks_.upper_bound(address);
  if (next != blocks_.begin()) {
    const HeapBlock &block = std::prev(next)->second;
    const uint64_t offset = address - block.address;
    if (offset < block.size) {
      violation.place = block.isFreed ? Place::InFreedBlock : Place::Unknown;
      violation.distance = offset;
      violation.block = block;
      return;
    }
    if (offset - block.size < nearest) {
      nearest = offset - block.size;
      violation.place = Place::AfterBlock;
      violation.block = block;
    }
  }
  if (next != blocks_.end() && next->first - address < nearest) {
    nearest = next->first - address;
    violation.place = Place::BeforeBlock;
    violation.block = next->second;
  }
  violation.distance = nearest;
}

void HeapCheck::setOrigin(HeapViolation &violation, uint32_t origin) const {
  if ((origin & frameOrigin) != 0) {
    violation.origin = HeapViolation::Origin::Stack;
    violation.frame = DPA_TEXT_BASE + (origin & ~frameOrigin);
    return;
  }
  for (const auto &[address, block] : blocks_)
    if (origin != 0 && block.number == origin) {
      violation.origin = HeapViolation::Origin::Block;
      violation.block = block;
    }
}

} // namespace dpa
