// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of bytes, bits and origins.
#include "emulator/check/shadow-map.h"

#include "emulator/host/shared-copy.h"

namespace dpa {
namespace {

constexpr uint64_t byteBits = 8;
constexpr int allBits = 0xff;
constexpr uint64_t perOrigin = cpu::ShadowMemory::bytesOfOrigin;

} // namespace

ShadowMap::ShadowMap(uint64_t base, uint64_t size)
    : base_(base), size_(size), undefined_(size + perOrigin),
      addressable_(size / byteBits + perOrigin),
      origins_(size / perOrigin * sizeof(uint32_t) + perOrigin) {}

bool ShadowMap::isThere() const {
  return undefined_.data() && addressable_.data() && origins_.data();
}

cpu::ShadowMemory ShadowMap::shadow() const {
  return {.base = base_,
          .size = size_,
          .undefined = undefined_.data(),
          .addressable = addressable_.data(),
          .origins = reinterpret_cast<uint32_t *>(origins_.data())};
}

void ShadowMap::setBits(uint64_t index, unsigned mask, bool isSet) {
  auto *cell = reinterpret_cast<uint8_t *>(addressable_.data() + index);
  if (isSet)
    __atomic_fetch_or(cell, static_cast<uint8_t>(mask), __ATOMIC_RELAXED);
  else
    __atomic_fetch_and(cell, static_cast<uint8_t>(~mask), __ATOMIC_RELAXED);
}

void ShadowMap::setAddressable(uint64_t address, uint64_t size,
                               bool isAddressable) {
  uint64_t from = address - base_;
  const uint64_t to = from + size;
  auto bitsFrom = [](uint64_t bit) { return unsigned(allBits) << bit; };
  if (from % byteBits != 0 && from / byteBits == to / byteBits)
    return setBits(from / byteBits,
                   bitsFrom(from % byteBits) & ~bitsFrom(to % byteBits),
                   isAddressable);
  if (from % byteBits != 0) {
    setBits(from / byteBits, bitsFrom(from % byteBits), isAddressable);
    from += byteBits - from % byteBits;
  }
  fillShared(addressable_.data() + from / byteBits, isAddressable ? allBits : 0,
             (to - from) / byteBits);
  if (to % byteBits != 0)
    setBits(to / byteBits, unsigned(allBits) & ~bitsFrom(to % byteBits),
            isAddressable);
}

void ShadowMap::setDefined(uint64_t address, uint64_t size) {
  fillShared(undefined_.data() + (address - base_), 0, size);
}

void ShadowMap::setUndefined(uint64_t address, uint64_t size, uint32_t origin) {
  const uint64_t from = address - base_;
  auto *origins = reinterpret_cast<uint32_t *>(origins_.data());
  for (uint64_t i = from / perOrigin; i * perOrigin < from + size; ++i)
    __atomic_store_n(&origins[i], origin, __ATOMIC_RELAXED);
  fillShared(undefined_.data() + from, allBits, size);
}

} // namespace dpa
