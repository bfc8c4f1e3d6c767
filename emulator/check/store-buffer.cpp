// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Delaying stores, and publishing them.
#include "emulator/check/store-buffer.h"

#include "emulator/check/cells.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace dpa {
namespace {

bool overlap(uint64_t address, unsigned bytes, uint64_t other,
             unsigned otherBytes) {
  return address < other + otherBytes && other < address + bytes;
}

uint64_t truncated(uint64_t value, unsigned bytes) {
  return value & (~uint64_t(0) >> (64 - 8 * bytes));
}

/// Of the largest aligned cell at `address` that is not larger than `most`.
size_t cellSize(uint64_t address, size_t most) {
  const uint64_t aligned = uint64_t(1) << std::countr_zero(address | 8);
  return std::bit_floor(std::min<size_t>(aligned, most));
}

} // namespace

/// A store that is not visible yet although a later one of the same EU was seen;
/// records what is seen now.
std::optional<MemoryViolation>
StoreBuffers::look(uint32_t eu, const cpu::ObservedAccess &access) {
  std::optional<MemoryViolation> missed;
  Unit &reader = units_[eu];
  for (const auto &[writer, seen] : reader.seen)
    for (const Pending &store : units_[writer].pending)
      if (store.number < seen.number &&
          overlap(access.address, access.bytes, store.address, store.bytes))
        missed = {.kind = writer == card_
                              ? MemoryViolation::Kind::CardWritesOutOfOrder
                              : MemoryViolation::Kind::WritesOutOfOrder,
                  .address = store.address,
                  .access = checkedAccess(access),
                  .other = store.by,
                  .seen = seen.by};
  auto bypass = bypasses_.find(wordOf(access.address));
  if (bypass != bypasses_.end() && bypass->second.eu != eu) {
    Bypass &latest = reader.seen[bypass->second.eu];
    if (latest.number < bypass->second.number)
      latest = bypass->second;
  }
  return missed;
}

uint64_t StoreBuffers::load(uint32_t eu, const cpu::ObservedAccess &access,
                            std::optional<MemoryViolation> &missed) {
  missed = look(eu, access);
  const std::vector<Pending> &pending = units_[eu].pending;
  auto own = std::ranges::find(
      pending, wordOf(access.address),
      [](const Pending &store) { return wordOf(store.address); });
  if (own != pending.end()) {
    if (own->address == access.address && own->bytes == access.bytes)
      return own->value;
    publishWord(eu, wordOf(access.address));
  }
  return loadCell(access.cell, access.bytes);
}

void StoreBuffers::store(uint32_t eu, const cpu::ObservedAccess &access,
                         uint64_t value) {
  publishWord(card_, wordOf(access.address));
  add(eu, {.address = access.address,
           .bytes = access.bytes,
           .value = truncated(value, access.bytes),
           .by = checkedAccess(access),
           .cell = access.cell});
}

void StoreBuffers::cardStore(uint64_t address, std::byte *memory,
                             ByteView source) {
  for (size_t at = 0, size = 0; at < source.size(); at += size) {
    size = cellSize(address + at, source.size() - at);
    uint64_t value = 0;
    memcpy(&value, &source[at], size);
    add(card_, {.address = address + at,
                .bytes = static_cast<unsigned>(size),
                .value = value,
                .by = {},
                .cell = memory + at});
  }
}

void StoreBuffers::add(uint32_t unit, Pending store) {
  constexpr uint64_t inEight = 8;
  std::vector<Pending> &pending = units_[unit].pending;
  publishWord(unit, wordOf(store.address));
  store.number = ++units_[unit].stores;
  if (pending.size() == pendingMax)
    publish(unit, static_cast<size_t>(numbers_.below(pendingMax)));
  pending.push_back(store);
  if (numbers_.below(inEight) == 0)
    publish(unit, pending.size() - 1);
}

void StoreBuffers::atomic(uint32_t eu, const cpu::ObservedAtomic &operation,
                          std::optional<MemoryViolation> &missed) {
  const cpu::ObservedAccess &access = operation.access;
  missed = look(eu, access);
  publishWord(eu, wordOf(access.address));
  publishWord(card_, wordOf(access.address));
  if (!operation.stores)
    return;
  noteVisible(eu, {.number = ++units_[eu].stores,
                   .address = access.address,
                   .by = checkedAccess(access)});
}

bool StoreBuffers::isPending(uint32_t eu, uint64_t address) const {
  return std::ranges::any_of(units_[eu].pending, [&](const Pending &store) {
    return wordOf(store.address) == wordOf(address);
  });
}

void StoreBuffers::publish(uint32_t eu, size_t which) {
  std::vector<Pending> &pending = units_[eu].pending;
  const Pending store = pending[which];
  pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(which));
  storeCell(store.cell, store.bytes, store.value);
  noteVisible(eu, store);
}

void StoreBuffers::publishWord(uint32_t eu, uint64_t word) {
  const std::vector<Pending> &pending = units_[eu].pending;
  for (size_t i = 0; i < pending.size(); ++i)
    if (wordOf(pending[i].address) == word)
      return publish(eu, i);
}

/// Remembers a store only while it is ahead of older ones.
void StoreBuffers::noteVisible(uint32_t eu, const Pending &store) {
  const std::vector<Pending> &pending = units_[eu].pending;
  if (pending.empty() && units_[eu].hasBypasses)
    forgetBypasses(eu);
  if (pending.empty() || pending.front().number > store.number) {
    bypasses_.erase(wordOf(store.address));
    return;
  }
  bypasses_[wordOf(store.address)] = {eu, store.number, store.by};
  units_[eu].hasBypasses = true;
}

void StoreBuffers::forgetBypasses(uint32_t eu) {
  std::erase_if(bypasses_,
                [&](const auto &entry) { return entry.second.eu == eu; });
  for (Unit &unit : units_)
    unit.seen.erase(eu);
  units_[eu].hasBypasses = false;
}

void StoreBuffers::drain(uint32_t eu, uint64_t base, uint64_t size) {
  const std::vector<Pending> &pending = units_[eu].pending;
  for (size_t i = 0; i < pending.size();)
    if (pending[i].address - base < size)
      publish(eu, i);
    else
      ++i;
}

void StoreBuffers::drainAll() {
  for (uint32_t eu = 0; eu < units_.size(); ++eu)
    drain(eu);
}

/// Mostly the younger ones first: that shows code that relies on the order.
void StoreBuffers::tick() {
  constexpr uint64_t inFour = 4;
  for (uint32_t eu = 0; eu < units_.size(); ++eu) {
    std::vector<Pending> &pending = units_[eu].pending;
    for (Pending &store : pending)
      ++store.ticks;
    while (!pending.empty() && pending.front().ticks > ticksMax)
      publish(eu, 0);
    if (pending.empty() || numbers_.below(2) == 0)
      continue;
    const bool isYoungest = numbers_.below(inFour) != 0;
    publish(eu, isYoungest
                    ? pending.size() - 1
                    : static_cast<size_t>(numbers_.below(pending.size())));
  }
}

} // namespace dpa
