// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of a shadow map change exactly the bytes that they name, wherever they begin and end.
#include "emulator/check/shadow-map.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace dpa {
namespace {

constexpr uint64_t base = 0x80000000;
constexpr uint64_t size = 256;

bool isAddressable(const cpu::ShadowMemory &shadow, uint64_t offset) {
  return (std::to_integer<unsigned>(shadow.addressable[offset / 8]) >>
              offset % 8 &
          1) != 0;
}

TEST(ShadowMap, AtFirstNothingIsAddressableAndAllIsDefined) {
  const ShadowMap map(base, size);
  ASSERT_TRUE(map.isThere());
  for (uint64_t i = 0; i < size; ++i) {
    EXPECT_FALSE(isAddressable(map.shadow(), i));
    EXPECT_EQ(map.shadow().undefined[i], std::byte{0});
  }
}

TEST(ShadowMap, RangesChangeTheirBytesOnly) {
  ShadowMap map(base, size);
  const cpu::ShadowMemory shadow = map.shadow();
  std::array<bool, size> addressable{};
  std::array<bool, size> undefined{};
  std::mt19937_64 numbers(1);
  for (uint32_t round = 1; round < 2000; ++round) {
    const uint64_t from = numbers() % size;
    const uint64_t bytes = numbers() % (size - from + 1);
    const bool isSet = numbers() % 2 != 0;
    map.setAddressable(base + from, bytes, isSet);
    if (isSet)
      map.setUndefined(base + from, bytes, round);
    else
      map.setDefined(base + from, bytes);
    for (uint64_t i = from; i < from + bytes; ++i)
      addressable[i] = undefined[i] = isSet;
    for (uint64_t i = 0; i < size; ++i) {
      ASSERT_EQ(isAddressable(shadow, i), addressable[i]) << round << " " << i;
      ASSERT_EQ(shadow.undefined[i] != std::byte{0}, undefined[i]);
    }
    if (isSet && bytes != 0)
      ASSERT_EQ(shadow.origins[from / cpu::ShadowMemory::bytesOfOrigin], round);
  }
}

} // namespace
} // namespace dpa
