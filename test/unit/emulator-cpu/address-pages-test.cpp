// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables by guest address: values, and the places of a fragment.
#include "emulator/cpu/jit/address-pages.h"
#include "emulator/cpu/jit/place.h"

#include <gtest/gtest.h>

#include <utility>

namespace dpa::cpu::jit {
namespace {

constexpr uint64_t base = 0x4000'0000;
constexpr uint64_t highestBit = 63; ///< of an address

TEST(AddressPages, KeepsAValueForEachAddress) {
  AddressPages<uint32_t> pages;
  constexpr uint32_t count = 10000;
  for (uint32_t i = 0; i < count; ++i)
    pages[base + uint64_t(2) * i] = i + 1;
  for (uint32_t i = 0; i < count; ++i)
    EXPECT_EQ(pages.valueAt(base + uint64_t(2) * i), i + 1);
}

TEST(AddressPages, KeepsAddressesApartThatDifferInOneBit) {
  AddressPages<uint8_t> pages;
  for (uint64_t bit = 1; bit <= highestBit; ++bit)
    pages[uint64_t(1) << bit] = static_cast<uint8_t>(bit);
  for (uint64_t bit = 1; bit <= highestBit; ++bit)
    EXPECT_EQ(pages.valueAt(uint64_t(1) << bit), bit);
  EXPECT_EQ(pages.valueAt(0), 0);
}

TEST(AddressPages, ReadingDoesNotAllocate) {
  AddressPages<uint32_t> pages;
  EXPECT_EQ(pages.valueAt(base), 0U);
  EXPECT_EQ(pages.sizeInBytes(), 0U);
  pages[base] = 1;
  const size_t size = pages.sizeInBytes();
  EXPECT_NE(size, 0U);
  EXPECT_EQ(pages.valueAt(base + (uint64_t(1) << 20)), 0U);
  EXPECT_EQ(pages.sizeInBytes(), size);
}

/// Few pages, which are all kept, and more than are kept.
TEST(AddressPages, UsesItsPagesAgainForOtherAddresses) {
  for (const uint64_t count : {2, 500}) {
    AddressPages<uint32_t> pages;
    constexpr uint64_t distance = 4096;
    for (const uint64_t start : {base, 2 * base}) {
      for (uint64_t i = 0; i < count; ++i)
        EXPECT_EQ(std::exchange(pages[start + distance * i], 1), 0U);
      EXPECT_NE(pages.sizeInBytes(), 0U);
      for (uint64_t i = 0; i < count; ++i)
        pages[start + distance * i] = 0;
      pages.recycle();
      EXPECT_EQ(pages.sizeInBytes(), 0U);
      EXPECT_EQ(pages.valueAt(start), 0U);
    }
  }
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
    EXPECT_EQ(&places.placeAt(address), &places[i]);
  }
  EXPECT_EQ(places.size(), count);
}

/// Of places in few and in many ranges of addresses.
TEST(PlaceTable, ForgetsAllWhenCleared) {
  for (const uint64_t distance : {2, 4096}) {
    PlaceTable places;
    constexpr uint32_t count = 500;
    for (uint32_t i = 0; i < count; ++i)
      places.placeAt(base + distance * i).isCode = true;
    places.clear();
    EXPECT_EQ(places.size(), 0U);
    for (uint32_t i = count; i-- > 0;)
      EXPECT_FALSE(places.placeAt(base + distance * i).isCode);
    EXPECT_EQ(places.size(), count);
    EXPECT_EQ(places[0].address, base + distance * (count - 1));
  }
}

} // namespace
} // namespace dpa::cpu::jit
