// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Holding stores back, and letting them go.
#include "emulator/check/store-buffer.h"

#include "emulator/check/cells.h"

#include <algorithm>

namespace dpa {
namespace {

bool overlap(uint64_t address, unsigned bytes, uint64_t other,
             unsigned otherBytes) {
  return address < other + otherBytes && other < address + bytes;
}

uint64_t truncated(uint64_t value, unsigned bytes) {
  return value & (~uint64_t(0) >> (64 - 8 * bytes));
}

} // namespace

/// What others have not made visible yet, although a later store of theirs was
/// seen; and notes what is seen now.
std::optional<MemoryViolation>
StoreBuffers::look(uint32_t eu, const cpu::ObservedAccess &access) {
  std::optional<MemoryViolation> missed;
  Unit &reader = Units[eu];
  for (const auto &[writer, seen] : reader.seen)
    for (const Pending &store : Units[writer].pending)
      if (store.number < seen.number &&
          overlap(access.address, access.bytes, store.address, store.bytes))
        missed = {.kind = MemoryViolation::Kind::WritesOutOfOrder,
                  .address = store.address,
                  .access = checkedAccess(access),
                  .other = store.by,
                  .seen = seen.by};
  auto bypass = Bypasses.find(wordOf(access.address));
  if (bypass != Bypasses.end() && bypass->second.eu != eu) {
    Bypass &latest = reader.seen[bypass->second.eu];
    if (latest.number < bypass->second.number)
      latest = bypass->second;
  }
  return missed;
}

uint64_t StoreBuffers::load(uint32_t eu, const cpu::ObservedAccess &access,
                            std::optional<MemoryViolation> &missed) {
  missed = look(eu, access);
  const std::vector<Pending> &pending = Units[eu].pending;
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
  constexpr uint64_t InEight = 8;
  Unit &unit = Units[eu];
  publishWord(eu, wordOf(access.address));
  const Pending store{.number = ++unit.stores,
                      .address = access.address,
                      .bytes = access.bytes,
                      .value = truncated(value, access.bytes),
                      .by = checkedAccess(access),
                      .cell = access.cell};
  if (unit.pending.size() == PendingMax)
    publish(eu, static_cast<size_t>(Numbers.below(PendingMax)));
  unit.pending.push_back(store);
  if (Numbers.below(InEight) == 0)
    publish(eu, unit.pending.size() - 1);
}

void StoreBuffers::atomic(uint32_t eu, const cpu::ObservedAtomic &operation,
                          std::optional<MemoryViolation> &missed) {
  const cpu::ObservedAccess &access = operation.access;
  missed = look(eu, access);
  publishWord(eu, wordOf(access.address));
  if (!operation.stores)
    return;
  noteVisible(eu, {.number = ++Units[eu].stores,
                   .address = access.address,
                   .by = checkedAccess(access)});
}

void StoreBuffers::publish(uint32_t eu, size_t which) {
  std::vector<Pending> &pending = Units[eu].pending;
  const Pending store = pending[which];
  pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(which));
  storeCell(store.cell, store.bytes, store.value);
  noteVisible(eu, store);
}

void StoreBuffers::publishWord(uint32_t eu, uint64_t word) {
  const std::vector<Pending> &pending = Units[eu].pending;
  for (size_t i = 0; i < pending.size(); ++i)
    if (wordOf(pending[i].address) == word)
      return publish(eu, i);
}

/// Remembers a store only while it is ahead of older ones.
void StoreBuffers::noteVisible(uint32_t eu, const Pending &store) {
  const std::vector<Pending> &pending = Units[eu].pending;
  if (pending.empty() && Units[eu].hasBypasses)
    forgetBypasses(eu);
  if (pending.empty() || pending.front().number > store.number) {
    Bypasses.erase(wordOf(store.address));
    return;
  }
  Bypasses[wordOf(store.address)] = {eu, store.number, store.by};
  Units[eu].hasBypasses = true;
}

void StoreBuffers::forgetBypasses(uint32_t eu) {
  std::erase_if(Bypasses,
                [&](const auto &entry) { return entry.second.eu == eu; });
  for (Unit &unit : Units)
    unit.seen.erase(eu);
  Units[eu].hasBypasses = false;
}

void StoreBuffers::drain(uint32_t eu, uint64_t base, uint64_t size) {
  const std::vector<Pending> &pending = Units[eu].pending;
  for (size_t i = 0; i < pending.size();)
    if (pending[i].address - base < size)
      publish(eu, i);
    else
      ++i;
}

void StoreBuffers::drainAll() {
  for (uint32_t eu = 0; eu < Units.size(); ++eu)
    drain(eu);
}

/// The younger ones first, as a rule: that shows what relies on the order.
void StoreBuffers::tick() {
  constexpr uint64_t InFour = 4;
  for (uint32_t eu = 0; eu < Units.size(); ++eu) {
    std::vector<Pending> &pending = Units[eu].pending;
    for (Pending &store : pending)
      ++store.ticks;
    while (!pending.empty() && pending.front().ticks > TicksMax)
      publish(eu, 0);
    if (pending.empty() || Numbers.below(2) == 0)
      continue;
    const bool isYoungest = Numbers.below(InFour) != 0;
    publish(eu, isYoungest
                    ? pending.size() - 1
                    : static_cast<size_t>(Numbers.below(pending.size())));
  }
}

} // namespace dpa
