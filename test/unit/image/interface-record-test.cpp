// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interface records byte by byte, several in one section, and in an object.
#include "image/interface-record.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

InterfaceRecord sample() {
  return {"kernel",
          {{"add", "pack_it", "unpack_it", 24, EntryKind::Rpc},
           {"on_event", "p", "u", 8, EntryKind::Global}},
          "int x;\n"};
}

std::string errorOf(const Bytes &bytes) {
  const auto records = decodeInterfaceRecords(bytes);
  return records ? "accepted" : records.error().message;
}

} // namespace

TEST(InterfaceRecord, EveryFieldHasItsPlace) {
  InterfaceRecord record = sample();
  record.functions.resize(1);
  const Bytes bytes = encodeInterfaceRecord(record);
  ASSERT_EQ(bytes.size(), 28u + 6 + 24 + 3 + 7 + 9 + 7);
  EXPECT_EQ(textOf(bytes).substr(0, 8), "DPAIFACE");
  EXPECT_EQ(readU32(bytes, 8), 2u);
  EXPECT_EQ(readU32(bytes, 12), bytes.size());
  EXPECT_EQ(readU32(bytes, 16), 1u);
  EXPECT_EQ(readU32(bytes, 20), 6u);
  EXPECT_EQ(readU32(bytes, 24), 7u);
  EXPECT_EQ(textOf(bytes).substr(28, 6), "kernel");
  EXPECT_EQ(readU32(bytes, 34), 1u);
  EXPECT_EQ(readU32(bytes, 38), 3u);
  EXPECT_EQ(readU32(bytes, 42), 7u);
  EXPECT_EQ(readU32(bytes, 46), 9u);
  EXPECT_EQ(readU64(bytes, 50), 24u);
  EXPECT_EQ(textOf(bytes).substr(58), "addpack_itunpack_itint x;\n");
}

TEST(InterfaceRecord, SeveralFollowEachOther) {
  Bytes bytes = encodeInterfaceRecord(sample());
  append(bytes, encodeInterfaceRecord({"no_functions", {}, {}}));
  const auto records = decodeInterfaceRecords(bytes);
  ASSERT_TRUE(records);
  ASSERT_EQ(records->size(), 2u);
  EXPECT_EQ((*records)[0], sample());
  EXPECT_EQ((*records)[1].stem, "no_functions");
}

TEST(InterfaceRecord, TravelsInAnObject) {
  const Bytes object = makeHostElf(
      {{".text", Bytes(4)},
       {std::string(interfaceSection), encodeInterfaceRecord(sample()),
        SHT_PROGBITS, SHF_EXCLUDE}});
  const auto records = readInterfaceRecords(object);
  ASSERT_TRUE(records);
  ASSERT_EQ(records->size(), 1u);
  EXPECT_EQ(records->front(), sample());
}

TEST(InterfaceRecord, AnObjectMayHaveNone) {
  const Bytes object = makeHostElf({});
  const auto records = readInterfaceRecords(object);
  ASSERT_TRUE(records);
  EXPECT_TRUE(records->empty());
}

TEST(InterfaceRecord, RejectsOtherVersions) {
  Bytes bytes = encodeInterfaceRecord(sample());
  bytes[8] = std::byte{1};
  EXPECT_EQ(errorOf(bytes),
            "damaged section .dpa_interface: unknown version (expected 2, got "
            "1): the object was made by another release");
}

TEST(InterfaceRecord, RejectsUnknownKinds) {
  Bytes bytes = encodeInterfaceRecord(sample());
  bytes[34] = std::byte{7};
  EXPECT_EQ(errorOf(bytes),
            "source 'kernel': damaged section .dpa_interface: unknown kind of "
            "entry point 'add' (expected 1 or 2, got 7)");
}

TEST(InterfaceRecord, RejectsUnusedBytes) {
  Bytes bytes = encodeInterfaceRecord({"kernel", {}, "text"});
  bytes[12] = std::byte{41};
  bytes.resize(41);
  EXPECT_EQ(errorOf(bytes), "damaged section .dpa_interface: a record has 3 "
                            "bytes more than its parts need");
}

TEST(InterfaceRecord, RejectsATruncatedHostStub) {
  Bytes bytes = encodeInterfaceRecord({"kernel", {}, "text"});
  bytes[24] = std::byte{5};
  EXPECT_EQ(errorOf(bytes), "damaged section .dpa_interface: the host stub of "
                            "source 'kernel' is cut off");
}
