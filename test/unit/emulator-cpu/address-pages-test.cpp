// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables by guest address: values, and the places of a fragment.
#include "emulator/cpu/jit/address-pages.h"
#include "emulator/cpu/jit/place.h"

#include <gtest/gtest.h>

namespace dpa::cpu::jit {
namespace {

constexpr uint64_t base = 0x4000'0000;
constexpr uint64_t addressBits = 63; ///< of the most distant address

TEST(AddressPages, KeepsAValueForEachAddress) {
  AddressPages<uint32_t> pages;
  constexpr uint32_t count = 10000;
  for (uint32_t i = 0; i < count; ++i)
    pages[base + uint64_t(2) * i] = i + 1;
  for (uint32_t i = 0; i < count; ++i)
    EXPECT_EQ(pages.at(base + uint64_t(2) * i), i + 1);
}

TEST(AddressPages, KeepsAddressesApartThatDifferInOneBit) {
  AddressPages<uint8_t> pages;
  for (uint64_t bit = 1; bit <= addressBits; ++bit)
    pages[uint64_t(1) << bit] = static_cast<uint8_t>(bit);
  for (uint64_t bit = 1; bit <= addressBits; ++bit)
    EXPECT_EQ(pages.at(uint64_t(1) << bit), bit);
  EXPECT_EQ(pages.at(0), 0);
}

TEST(AddressPages, TakesNoMemoryToRead) {
  AddressPages<uint32_t> pages;
  EXPECT_EQ(pages.at(base), 0U);
  EXPECT_EQ(pages.sizeInBytes(), 0U);
  pages[base] = 1;
  const size_t size = pages.sizeInBytes();
  EXPECT_NE(size, 0U);
  EXPECT_EQ(pages.at(base + (uint64_t(1) << 20)), 0U);
  EXPECT_EQ(pages.sizeInBytes(), size);
}

TEST(AddressPages, ForgetsAllWhenCleared) {
  AddressPages<uint32_t> pages;
  pages[base] = 1;
  pages.clear();
  EXPECT_EQ(pages.at(base), 0U);
  EXPECT_EQ(pages.sizeInBytes(), 0U);
  EXPECT_EQ(pages[base], 0U);
}

/// The index of a place does not change when others are made.
TEST(PlaceTable, FindsAPlaceByItsAddress) {
  PlaceTable places;
  constexpr uint32_t count = 3000;
  for (uint32_t i = 0; i < count; ++i)
    EXPECT_EQ(places.indexOf(base + uint64_t(64) * i), i);
  ASSERT_EQ(places.size(), count);
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t address = base + uint64_t(64) * i;
    EXPECT_EQ(places.indexOf(address), i);
    EXPECT_EQ(places[i].address, address);
    EXPECT_EQ(&places.at(address), &places[i]);
  }
  EXPECT_EQ(places.size(), count);
}

/// Of a few places, whose memory is kept, and of places in many ranges, whose memory is not.
TEST(PlaceTable, ForgetsAllWhenCleared) {
  for (const uint64_t distance : {2, 4096}) {
    PlaceTable places;
    constexpr uint32_t count = 500;
    for (uint32_t i = 0; i < count; ++i)
      places.at(base + distance * i).isCode = true;
    places.clear();
    EXPECT_EQ(places.size(), 0U);
    for (uint32_t i = count; i-- > 0;)
      EXPECT_FALSE(places.at(base + distance * i).isCode);
    EXPECT_EQ(places.size(), count);
    EXPECT_EQ(places[0].address, base + distance * (count - 1));
  }
}

} // namespace
} // namespace dpa::cpu::jit
