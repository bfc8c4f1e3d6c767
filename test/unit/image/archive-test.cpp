// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of archives, and damaged archives.
#include "image/archive.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

/// An archive whose headers' name fields are exactly the given ones.
Bytes rawArchive(const std::vector<std::pair<std::string, Bytes>> &members) {
  Bytes bytes = makeArchive(members);
  size_t at = 8;
  for (const auto &[name, content] : members) {
    std::string field = name;
    field.resize(16, ' ');
    const ByteView raw = viewOf(field);
    std::copy(raw.begin(), raw.end(), bytes.begin() + at);
    at += 60 + content.size() + content.size() % 2;
  }
  return bytes;
}

std::string errorOf(const Bytes &bytes) {
  const auto members = readArchive(bytes);
  return members ? "accepted" : members.error().message;
}

} // namespace

TEST(Archive, HasMembersWithOffsets) {
  const Bytes bytes =
      makeArchive({{"odd.o", bytesOf("abc")}, {"b", bytesOf("de")}});
  const auto members = readArchive(bytes);
  ASSERT_TRUE(members);
  ASSERT_EQ(members->size(), 2u);
  EXPECT_EQ((*members)[0].name, "odd.o");
  EXPECT_EQ((*members)[0].offset, 68u);
  EXPECT_EQ(textOf((*members)[0].bytes), "abc");
  EXPECT_EQ((*members)[1].name, "b");
  EXPECT_EQ((*members)[1].offset, 132u);
  EXPECT_EQ(textOf((*members)[1].bytes), "de");
}

TEST(Archive, SkipsTablesAndReadsLongNames) {
  const std::string name = "a_name_of_more_than_sixteen.o";
  const Bytes bytes = rawArchive({{"/", bytesOf("symbols")},
                                  {"//", bytesOf("x.o/\n" + name + "/\n")},
                                  {"/5", bytesOf("content")}});
  const auto members = readArchive(bytes);
  ASSERT_TRUE(members) << members.error().message;
  ASSERT_EQ(members->size(), 1u);
  EXPECT_EQ(members->front().name, name);
  EXPECT_EQ(textOf(members->front().bytes), "content");
}

TEST(Archive, RejectsNamesOutsideTheTable) {
  EXPECT_EQ(errorOf(rawArchive({{"//", bytesOf("x.o/\n")}, {"/5", {}}})),
            "damaged archive: name of the member at 0x4a");
}

TEST(Archive, RejectsTruncatedMembers) {
  Bytes bytes = makeArchive({{"a", bytesOf("abcd")}});
  bytes.pop_back();
  EXPECT_EQ(errorOf(bytes),
            "truncated archive: member at 0x8 is not inside it (expected 4 "
            "bytes, got 3)");
}

TEST(Archive, RejectsOtherBytes) {
  EXPECT_EQ(errorOf(bytesOf("!<arch>")), "no archive");
  EXPECT_EQ(errorOf(bytesOf("!<thin>\n")),
            "thin archives hold no objects; name one of its objects, or make a "
            "normal archive");
  EXPECT_EQ(errorOf(bytesOf("!<arch>\nx")),
            "damaged archive: no member header at 0x8");
}
