// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lines of a unit's windows.
#include "emulator/check/window-cache.h"

#include "emulator/check/cells.h"
#include "runtime/abi/address-map.h"

#include <algorithm>

namespace dpa {
namespace {

uint64_t offsetOf(uint64_t address) {
  return address % WindowCache::lineSize;
}
uint64_t offsetOf(const cpu::ObservedAccess &access) {
  return offsetOf(access.address);
}

std::byte *lineMemory(const cpu::ObservedAccess &access) {
  return access.cell - offsetOf(access);
}

uint64_t lineNumber(const cpu::ObservedAccess &access) {
  return access.address % DPA_WINDOW_ENTITY_SIZE / WindowCache::lineSize;
}

/// The bytes of an access in its line.
uint64_t bytesOf(const cpu::ObservedAccess &access) {
  return ((uint64_t(1) << access.bytes) - 1) << offsetOf(access);
}

/// Bits 8 * i to 8 * i + 7 for each byte i of the access that is in `bytes`.
uint64_t bitsOf(const cpu::ObservedAccess &access, uint64_t bytes) {
  constexpr uint64_t byte = 0xff;
  uint64_t bits = 0;
  for (unsigned i = 0; i < access.bytes; ++i)
    if ((bytes >> (offsetOf(access) + i) & 1) != 0)
      bits |= byte << 8 * i;
  return bits;
}

} // namespace

/// Both entities lead to the same host memory, so to the same line.
WindowCache::Line &WindowCache::lineOf(const cpu::ObservedAccess &access) {
  auto [place, isNew] = lines_.try_emplace(lineNumber(access));
  Line &line = place->second;
  line.address = access.address - offsetOf(access);
  if (isNew)
    line.number = number_++;
  return line;
}

void WindowCache::fill(Line &line, const std::byte *memory,
                       const CheckedAccess &by) {
  for (uint64_t i = 0; i < lineSize; i += 8) {
    std::array<std::byte, 8> word;
    const uint64_t value = loadCell(memory + i, 8);
    __builtin_memcpy(word.data(), &value, sizeof value);
    for (uint64_t k = 0; k < 8; ++k)
      if ((line.dirty >> (i + k) & 1) == 0)
        line.data[i + k] = word[k];
  }
  line.isFilled = true;
  line.filledBy = by;
}

uint64_t WindowCache::load(const cpu::ObservedAccess &access,
                           std::optional<StaleRead> &missed) {
  missed.reset();
  Line &line = lineOf(access);
  const uint64_t bytes = bytesOf(access);
  const bool wasCached = line.isFilled;
  if (!wasCached && (bytes & ~line.dirty) != 0)
    fill(line, lineMemory(access), checkedAccess(access));
  const uint64_t value = loadCell(&line.data[offsetOf(access)], access.bytes);
  const uint64_t now = loadCell(access.cell, access.bytes);
  // What was read a moment ago is not stale, even if it has changed since.
  checkStale(access, line,
             wasCached && ((value ^ now) & bitsOf(access, ~line.dirty)) != 0,
             missed);
  return value;
}

void WindowCache::checkStale(const cpu::ObservedAccess &access, Line &line,
                             bool isStale, std::optional<StaleRead> &missed) {
  if (!isStale && staleReads_.empty())
    return;
  const uint64_t bytes = bytesOf(access);
  auto held = staleReads_.find(lineNumber(access));
  if (held != staleReads_.end()) {
    HeldRead &old = held->second;
    if (old.generation != generation_)
      old.bytes &= ~bytes; // read again
    else if (isStale && (old.bytes & bytes) != 0 &&
             (std::ranges::find(old.places, access.pc) != old.places.end() ||
              old.places.size() == placesMax))
      missed = old.read;
    if (missed || old.bytes == 0)
      staleReads_.erase(held);
  }
  if (!isStale)
    return;
  const StaleRead read{access.address, checkedAccess(access), line.filledBy};
  auto [place, isNew] =
      staleReads_.try_emplace(lineNumber(access), HeldRead{.read = read});
  place->second.bytes |= bytes;
  if (place->second.generation != generation_)
    place->second.places.clear();
  place->second.generation = generation_;
  place->second.places.push_back(access.pc);
}

std::vector<StaleRead> WindowCache::takeStaleReads() {
  std::vector<StaleRead> reads;
  reads.reserve(staleReads_.size());
  for (const auto &[line, held] : staleReads_)
    reads.push_back(held.read);
  staleReads_.clear();
  std::ranges::sort(reads, {}, &StaleRead::address);
  return reads;
}

void WindowCache::store(const cpu::ObservedAccess &access, uint64_t value) {
  Line &line = lineOf(access);
  storeCell(&line.data[offsetOf(access)], access.bytes, value);
  line.dirty |= bytesOf(access);
  line.storedBy[offsetOf(access) / 8] = checkedAccess(access);
}

/// Cells of 8, 4 or 2 bytes that were stored whole are written whole.
void WindowCache::flush(Line &line, std::byte *memory) {
  for (unsigned i = 0; i < lineSize;) {
    unsigned size = 8;
    auto isWhole = [&] {
      const uint64_t bytes = (uint64_t(1) << size) - 1;
      return i % size == 0 && (line.dirty >> i & bytes) == bytes;
    };
    while (size > 1 && !isWhole())
      size /= 2;
    if (isWhole())
      storeCell(memory + i, size, loadCell(&line.data[i], size));
    i += size;
  }
  line.dirty = 0;
}

void WindowCache::release(const cpu::ObservedAccess &access) {
  flush(lineOf(access), lineMemory(access));
  lines_.erase(lineNumber(access));
}

void WindowCache::clear() {
  lines_.clear();
  ++generation_;
}

void WindowCache::invalidate() {
  ++generation_;
  std::erase_if(lines_,
                [](const auto &entry) { return entry.second.dirty == 0; });
  for (auto &[host, line] : lines_)
    line.isFilled = false;
}

void WindowCache::writeBack(const MemoryOf &memoryOf) {
  for (auto &[host, line] : lines_) {
    if (line.dirty == 0)
      continue;
    if (std::byte *memory = memoryOf(line.address))
      flush(line, memory);
    line.dirty = 0;
  }
}

std::vector<UnwrittenStore> WindowCache::unwritten() const {
  std::vector<const Line *> dirty;
  for (const auto &[host, line] : lines_)
    if (line.dirty != 0)
      dirty.push_back(&line);
  std::ranges::sort(dirty, {}, &Line::number);
  std::vector<UnwrittenStore> stores;
  for (const Line *line : dirty)
    for (size_t i = 0; i < words; ++i)
      if ((line->dirty >> 8 * i & 0xff) != 0)
        stores.push_back({line->address + 8 * i, line->storedBy[i]});
  return stores;
}

} // namespace dpa
