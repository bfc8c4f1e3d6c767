// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of the network card to bytes that are not addressable or not defined. The
// thread that requested an access is not known: a report has the memory, not the code.
#include "emulator/check/heap-check.h"

#include "runtime/abi/address-map.h"

#include <new>

namespace dpa {
namespace {

uint8_t relaxed(const std::byte &cell) {
  return __atomic_load_n(reinterpret_cast<const uint8_t *>(&cell),
                         __ATOMIC_RELAXED);
}

} // namespace

/// Nothing if it is not memory of the data range.
std::optional<AddressRange> HeapCheck::rangeOf(const std::byte *memory,
                                               size_t size) const {
  const auto offset = static_cast<uint64_t>(memory - options_.data);
  if (offset >= DPA_DATA_SIZE || size > DPA_DATA_SIZE - offset)
    return std::nullopt;
  return AddressRange{DPA_DATA_BASE + offset, size};
}

std::optional<uint64_t>
HeapCheck::firstNotAddressable(const AddressRange &range) const {
  constexpr uint64_t bits = 8;
  for (uint64_t at = range.base - shadow_.base, end = at + range.size; at < end;
       ++at)
    if ((relaxed(shadow_.addressable[at / bits]) >> at % bits & 1) == 0)
      return shadow_.base + at;
  return std::nullopt;
}

std::optional<uint64_t>
HeapCheck::firstUndefined(const AddressRange &range) const {
  for (uint64_t at = range.base - shadow_.base, end = at + range.size; at < end;
       ++at)
    if (relaxed(shadow_.undefined[at]) != 0)
      return shadow_.base + at;
  return std::nullopt;
}

/// Entries of receive queues have segments that are not used.
void HeapCheck::cardReads(const std::byte *memory, size_t size,
                          CardObject what) noexcept {
  const auto range = rangeOf(memory, size);
  if (!range)
    return;
  if (const auto bad = firstNotAddressable(*range))
    return reportCard(HeapViolation::Kind::CardRead, *range, what, *bad);
  if (what == CardObject::ReceiveEntry)
    return;
  if (const auto bad = firstUndefined(*range)) {
    reportCard(HeapViolation::Kind::CardReadsUndefined, *range, what, *bad);
    map_.setDefined(range->base, range->size);
  }
}

void HeapCheck::cardWrites(const std::byte *memory, size_t size,
                           CardObject what) noexcept {
  const auto range = rangeOf(memory, size);
  if (!range)
    return;
  if (const auto bad = firstNotAddressable(*range))
    reportCard(HeapViolation::Kind::CardWrite, *range, what, *bad);
  map_.setDefined(range->base, range->size);
}

/// One report for each kind of access and each buffer, or place where the undefined
/// value was created.
void HeapCheck::reportCard(HeapViolation::Kind kind, const AddressRange &range,
                           CardObject what, uint64_t bad) noexcept {
  HeapViolation violation;
  violation.kind = kind;
  violation.card = what;
  violation.bytes = static_cast<unsigned>(range.size);
  violation.start = range.base;
  violation.address = bad;
  try {
    const std::lock_guard guard(lock_);
    violations_.fetch_add(1, std::memory_order_relaxed);
    const uint32_t origin = __atomic_load_n(
        &shadow_
             .origins[(bad - shadow_.base) / cpu::ShadowMemory::bytesOfOrigin],
        __ATOMIC_RELAXED);
    if (kind == HeapViolation::Kind::CardReadsUndefined)
      setOrigin(violation, origin);
    else
      setPlace(violation);
    const uint64_t subject =
        violation.block ? violation.block->number : violation.frame;
    if (reported_.size() < placesMax &&
        reported_.emplace(kind, subject, static_cast<uint64_t>(what)).second)
      observer_.heapViolation(violation);
    // NOLINTNEXTLINE(bugprone-empty-catch): counted, but not reported
  } catch (const std::bad_alloc &) {
  }
}

} // namespace dpa
