// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Raw profiles: which memory they need, their layout, sums, and images that are not as expected. That
// llvm-profdata reads them is tested with whole programs.
#include "image/raw-profile.h"

#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

constexpr uint64_t countersAddress = 0x80000100;
constexpr uint64_t recordSize = 64;

/// One function with two counters, and a bitmap of three bytes.
struct Instrumented {
  Instrumented() {
    elf.sections = {{"__llvm_prf_cnts", Bytes(16), SHT_PROGBITS,
                     SHF_ALLOC | SHF_WRITE, countersAddress},
                    {"__llvm_prf_bits", Bytes(3), SHT_PROGBITS,
                     SHF_ALLOC | SHF_WRITE, countersAddress + 16},
                    {"__llvm_prf_data", Bytes(recordSize, std::byte(7))},
                    {"__llvm_prf_names", bytesOf("names")}};
  }
  Bytes file() const { return makeElf(elf); }

  TestElf elf;
};

uint64_t word(const Bytes &file, size_t index) {
  return readU64(file, index * sizeof(uint64_t)).value_or(~uint64_t(0));
}

TEST(RawProfile, NeedsTheMemoryOfCountersAndBitmap) {
  const Bytes file = Instrumented().file();
  const auto elf = DeviceElf::open(file);
  ASSERT_TRUE(elf);
  const auto memory = profileMemoryOf(*elf);
  ASSERT_TRUE(memory && *memory);
  EXPECT_EQ((*memory)->counters.address, countersAddress);
  EXPECT_EQ((*memory)->counters.size, 16U);
  EXPECT_EQ((*memory)->bitmap.address, countersAddress + 16);
  EXPECT_EQ((*memory)->bitmap.size, 3U);
}

TEST(RawProfile, OfAnImageWithoutCountersNeedsNone) {
  const Bytes file = makeDeviceElf();
  const auto elf = DeviceElf::open(file);
  ASSERT_TRUE(elf);
  const auto memory = profileMemoryOf(*elf);
  ASSERT_TRUE(memory);
  EXPECT_FALSE(*memory);
  EXPECT_FALSE(rawProfile(*elf, {}, {}));
}

TEST(RawProfile, HasHeaderBuildIdDataCountersBitmapAndNames) {
  const Bytes file = Instrumented().file();
  const auto elf = DeviceElf::open(file);
  ASSERT_TRUE(elf);
  const Bytes id = bytesOf("\x01\x02\x03");
  const auto profile = rawProfile(
      *elf, id, {.counters = {5, 6}, .bitmap = bytesOf("\x01\x80\x10")});
  ASSERT_TRUE(profile);
  const uint64_t header[] = {0xff6c70726f667281,
                             10,
                             16, // build id: length and padded bytes
                             1,
                             0,
                             2,
                             0,
                             3,
                             5,
                             5,
                             countersAddress,
                             countersAddress + 16,
                             0,
                             0,
                             0,
                             2};
  for (size_t i = 0; i < std::size(header); ++i)
    EXPECT_EQ(word(*profile, i), header[i]) << "field " << i;
  EXPECT_EQ(word(*profile, 16), 3U);
  EXPECT_EQ(word(*profile, 17), 0x030201U);
  EXPECT_EQ(word(*profile, 18), 0x0707070707070707U);
  EXPECT_EQ(word(*profile, 26), 5U);
  EXPECT_EQ(word(*profile, 27), 6U);
  EXPECT_EQ(word(*profile, 28), 0x108001U);
  EXPECT_EQ(textOf(ByteView(*profile).subspan(29 * 8)),
            std::string_view("names\0\0\0", 8));
}

TEST(RawProfile, AddsCountersAndJoinsBitmaps) {
  ProfileCounts counts{.counters = {1, ~uint64_t(0)},
                       .bitmap = bytesOf("\x01")};
  counts.add({.counters = {2, 3, 4}, .bitmap = bytesOf("\x06\x01")});
  EXPECT_EQ(counts.counters, (std::vector<uint64_t>{3, ~uint64_t(0), 4}));
  EXPECT_EQ(counts.bitmap, bytesOf("\x07\x01"));
}

TEST(RawProfile, RefusesSectionsOfOtherSizes) {
  for (size_t section : {0U, 2U}) {
    Instrumented image;
    image.elf.sections[section].bytes.resize(recordSize - 1);
    const Bytes file = image.file();
    const auto elf = DeviceElf::open(file);
    ASSERT_TRUE(elf);
    EXPECT_FALSE(profileMemoryOf(*elf)) << section;
  }
}

} // namespace
