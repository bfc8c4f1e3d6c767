// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fat container byte by byte, and what its reader rejects.
#include "image/fat-container.h"
#include "image/signature-space.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using dpa::test::bytesOf;

namespace {

Bytes twoMembers() {
  const Bytes old = bytesOf("12345"), recent = bytesOf("abc");
  const FatMember members[] = {{3, MemberKind::Archive, recent, 0},
                               {2, MemberKind::Elf, old, 0}};
  return *writeFatContainer(members);
}

void setU32(Bytes &bytes, size_t offset, uint32_t value) {
  for (size_t i = 0; i < 4; ++i)
    bytes[offset + i] = static_cast<std::byte>(value >> (8 * i));
}

std::string errorOf(const Bytes &bytes) {
  const auto container = readFatContainer(bytes);
  return container ? "accepted" : container.error().message;
}

} // namespace

TEST(FatContainer, EveryFieldHasItsOffset) {
  const Bytes bytes = twoMembers();
  EXPECT_EQ(textOf(bytes).substr(0, 8), "NVDPAFBF");
  EXPECT_EQ(readU32(bytes, 8), 1u);
  EXPECT_EQ(readU32(bytes, 12), 2u);
  EXPECT_EQ(readU64(bytes, 16), 0u);
  EXPECT_EQ(readU32(bytes, 24), 2u); // sorted by model
  EXPECT_EQ(readU32(bytes, 28), 0u);
  EXPECT_EQ(readU64(bytes, 32), 88u); // right behind the table
  EXPECT_EQ(readU64(bytes, 40), 5u);
  EXPECT_EQ(readU64(bytes, 48), 0u);
  EXPECT_EQ(readU32(bytes, 56), 3u);
  EXPECT_EQ(readU32(bytes, 60), 1u);
  EXPECT_EQ(readU64(bytes, 64), 93u); // no padding
  EXPECT_EQ(readU64(bytes, 72), 3u);
  EXPECT_EQ(readU64(bytes, 80), 0u);
  EXPECT_EQ(textOf(bytes).substr(88), "12345abc");
}

TEST(FatContainer, ReadsWhatItWrote) {
  const Bytes bytes = twoMembers();
  const auto container = readFatContainer(bytes);
  ASSERT_TRUE(container);
  ASSERT_EQ(container->members.size(), 2u);
  EXPECT_EQ(container->size, bytes.size());
  ASSERT_NE(container->find(3), nullptr);
  EXPECT_EQ(textOf(container->find(3)->payload), "abc");
  EXPECT_EQ(container->find(3)->kind, MemberKind::Archive);
  EXPECT_EQ(container->find(3)->offset, 93u);
  EXPECT_EQ(container->find(4), nullptr);
}

TEST(FatContainer, MayBePaddedByALinker) {
  Bytes bytes = twoMembers();
  const size_t size = bytes.size();
  bytes.resize(size + 7);
  const auto container = readFatContainer(bytes);
  ASSERT_TRUE(container);
  EXPECT_EQ(container->size, size);
}

TEST(FatContainer, MayBeEmpty) {
  const auto bytes = writeFatContainer({});
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->size(), 24u);
  EXPECT_TRUE(readFatContainer(*bytes)->members.empty());
}

TEST(FatContainer, OneMemberForEachModel) {
  const FatMember members[] = {{2, MemberKind::Elf, {}, 0},
                               {2, MemberKind::Elf, {}, 0}};
  const auto bytes = writeFatContainer(members);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().message,
            "two members for nv-dpa-bf3 in one fat container");
}

TEST(FatContainer, RejectsOtherFiles) {
  EXPECT_EQ(errorOf({}), "not a fat container (expected the magic NVDPAFBF)");
  EXPECT_EQ(errorOf(bytesOf("NVDPAFBFxxxx")),
            "truncated fat container (expected a header of 24 bytes, got 12)");
}

TEST(FatContainer, RejectsOtherVersions) {
  Bytes bytes = twoMembers();
  setU32(bytes, 8, 2);
  EXPECT_EQ(errorOf(bytes),
            "unknown version of the fat container (expected 1, got 2)");
}

TEST(FatContainer, RejectsATableOutsideTheFile) {
  Bytes bytes = twoMembers();
  setU32(bytes, 12, 0xFFFFFFFF);
  EXPECT_EQ(errorOf(bytes),
            "truncated fat container (expected 4294967295 members in a table "
            "of 137438953464 bytes, got 96 bytes)");
}

TEST(FatContainer, RejectsPayloadsOutsideTheFile) {
  Bytes size = twoMembers();
  setU32(size, 72, 4);
  EXPECT_EQ(errorOf(size),
            "member 1 of the fat container is not inside the file (expected at "
            "most 0x60 bytes, got offset 0x5d, size 0x4)");
  Bytes wraps = twoMembers();
  setU32(wraps, 72 + 4, 0xFFFFFFFF);
  EXPECT_NE(errorOf(wraps).find("is not inside the file"), std::string::npos);
  Bytes inTable = twoMembers();
  setU32(inTable, 32, 87);
  EXPECT_EQ(errorOf(inTable),
            "member 0 of the fat container lies in its header (expected an "
            "offset of at least 0x58, got 0x57)");
}

TEST(SignatureSpace, HasALengthAndRoomForEachModel) {
  const uint32_t models[] = {3, 2};
  const auto space = makeSignatureSpace(models);
  ASSERT_TRUE(space);
  EXPECT_EQ(space->size(), 24u + 2 * 32 + 2 * 0x10008);
  const auto container = readFatContainer(*space);
  ASSERT_TRUE(container);
  EXPECT_EQ(container->members[0].model, 2u);
  EXPECT_EQ(container->members[0].kind, MemberKind::Signature);
  EXPECT_EQ(container->members[1].payload.size(), 0x10008u);
  EXPECT_EQ(readU64(container->members[1].payload, 0), 0u);
}

TEST(SignatureSpace, OfOneModelHasThePublishedSize) {
  const uint32_t models[] = {2};
  EXPECT_EQ(makeSignatureSpace(models)->size(), 0x10040u);
}

TEST(FatContainer, TheFirstBytesDetermineTheKind) {
  EXPECT_EQ(*memberKindOf(bytesOf("\x7F"
                                  "ELF")),
            MemberKind::Elf);
  EXPECT_EQ(*memberKindOf(bytesOf("!<arch>\n")), MemberKind::Archive);
  EXPECT_EQ(*memberKindOf(bytesOf("BC\xC0\xDE")), MemberKind::Bitcode);
  EXPECT_EQ(*memberKindOf(bytesOf("\xDE\xC0\x17\x0B")), MemberKind::Bitcode);
  EXPECT_EQ(memberKindOf(bytesOf("BC")).error().message,
            "cannot be a member (expected an ELF file, an archive or LLVM "
            "bitcode)");
  EXPECT_NE(memberKindOf(bytesOf("!<thin>\n")).error().message.find("thin"),
            std::string::npos);
}

TEST(FatContainer, OrderIsKeptOnRequest) {
  const FatMember members[] = {{3, MemberKind::Elf, {}, 0},
                               {2, MemberKind::Elf, {}, 0}};
  const Bytes bytes = writeFatContainerInOrder(members);
  const auto container = readFatContainer(bytes);
  ASSERT_TRUE(container);
  EXPECT_EQ(container->members[0].model, 3u);
  EXPECT_EQ(container->members[1].model, 2u);
}
