// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every reader with a valid file that is cut off at every length, and with
// every bit of it changed: an error with a reason or a result whose views are
// inside the bytes, never a crash (AddressSanitizer watches). Lengths are exact
// allocations, so that one byte too far is seen.
#include "image/fat-container.h"
#include "test/fuzz/image-readers.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa::image;
using namespace dpa::test;

namespace {

using Reader = bool (*)(ByteView);

struct Counts {
  size_t accepted = 0;
  size_t refused = 0;
};

void readCopy(Reader reader, ByteView bytes, Counts &counts) {
  const Bytes copy(bytes.begin(), bytes.end());
  ++(reader(copy) ? counts.accepted : counts.refused);
}

Counts cutEverywhere(Reader reader, const Bytes &file) {
  Counts counts;
  for (size_t length = 0; length < file.size(); ++length)
    readCopy(reader, ByteView(file).first(length), counts);
  return counts;
}

Counts flipEverything(Reader reader, const Bytes &file) {
  Counts counts;
  Bytes changed = file;
  for (std::byte &byte : changed) {
    const std::byte good = byte;
    for (unsigned bit = 0; bit <= 8; ++bit) {
      byte = good ^ (bit == 8 ? std::byte{0xFF} : std::byte{1} << bit);
      readCopy(reader, changed, counts);
    }
    byte = good;
  }
  return counts;
}

Bytes sampleContainer() {
  const Bytes first = bytesOf("first"), second = bytesOf("second image");
  const FatMember members[] = {{2, MemberKind::Elf, first, 0},
                               {3, MemberKind::Elf, second, 0}};
  return *writeFatContainer(members);
}

Bytes sampleRecords() {
  Bytes bytes = encodeInterfaceRecord(
      {"kernel",
       {{"add", "pack_add", "unpack_add", 24, EntryKind::Rpc}},
       "int x;"});
  append(bytes, encodeInterfaceRecord({"empty", {}, {}}));
  return bytes;
}

Bytes sampleHostObject() {
  return makeHostElf({{".dpa_bin_app", sampleContainer()},
                      {".dpa_sig_app", Bytes(16)},
                      {".dpa_bin_bare", makeDeviceElf()}});
}

} // namespace

TEST(Damage, FatContainer) {
  const Bytes file = sampleContainer();
  ASSERT_TRUE(exerciseFatContainer(file));
  EXPECT_EQ(cutEverywhere(exerciseFatContainer, file).accepted, 0u);
  EXPECT_GT(flipEverything(exerciseFatContainer, file).refused, 0u);
}

TEST(Damage, InterfaceRecords) {
  const Bytes file = sampleRecords();
  ASSERT_TRUE(exerciseInterfaceRecord(file));
  // Nothing at all, and the first record alone, are valid.
  EXPECT_EQ(cutEverywhere(exerciseInterfaceRecord, file).accepted, 2u);
  EXPECT_GT(flipEverything(exerciseInterfaceRecord, file).refused, 0u);
}

TEST(Damage, DeviceAttributes) {
  const Bytes file = encodeDeviceAttributes(300);
  ASSERT_TRUE(exerciseDeviceAttributes(file));
  EXPECT_EQ(cutEverywhere(exerciseDeviceAttributes, file).accepted, 0u);
  EXPECT_GT(flipEverything(exerciseDeviceAttributes, file).refused, 0u);
}

TEST(Damage, DeviceElf) {
  const Bytes file = makeDeviceElf();
  ASSERT_TRUE(exerciseDeviceElf(file));
  EXPECT_EQ(cutEverywhere(exerciseDeviceElf, file).accepted, 0u);
  EXPECT_GT(flipEverything(exerciseDeviceElf, file).refused, 0u);
}

TEST(Damage, HostObject) {
  const Bytes file = sampleHostObject();
  ASSERT_TRUE(exerciseHostFile(file));
  EXPECT_EQ(cutEverywhere(exerciseHostFile, file).accepted, 0u);
  EXPECT_GT(flipEverything(exerciseHostFile, file).refused, 0u);
}

TEST(Damage, Archive) {
  const Bytes file =
      makeArchive({{"text", bytesOf("odd")}, {"a.o", sampleHostObject()}});
  ASSERT_TRUE(exerciseHostFile(file));
  // Valid are the empty archive and the one that ends behind the first member,
  // with or without its padding.
  EXPECT_EQ(cutEverywhere(exerciseHostFile, file).accepted, 3u);
  EXPECT_GT(flipEverything(exerciseHostFile, file).refused, 0u);
}
