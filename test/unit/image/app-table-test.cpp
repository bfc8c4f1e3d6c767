// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of the generated constructor.
#include "image/app-table.h"
#include "image/fat-container.h"
#include "image/signature-space.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

constexpr uint32_t bothModels[] = {2, 3};

Bytes containerOf(ByteView first, ByteView second) {
  const FatMember members[] = {{2, MemberKind::Elf, first},
                               {3, MemberKind::Elf, second}};
  return *writeFatContainer(members);
}

} // namespace

TEST(AppTable, HasARowForEachImage) {
  const Bytes elf = makeDeviceElf();
  const Bytes container = containerOf(elf, elf);
  const auto table = makeAppTable(container, *makeSignatureSpace(bothModels));
  ASSERT_TRUE(table);
  ASSERT_EQ(table->size(), 2 * 7 * 8u);
  auto field = [&](size_t row, size_t number) {
    return *readU64(*table, (row * 7 + number) * 8);
  };
  for (size_t row = 0; row < 2; ++row) {
    EXPECT_EQ(field(row, 0), 2 + row);
    EXPECT_EQ(field(row, 1), 24 + 2 * 32 + row * elf.size());
    EXPECT_EQ(field(row, 2), elf.size());
    EXPECT_EQ(field(row, 3), 24 + 2 * 32 + row * signatureMemberSize);
    EXPECT_EQ(field(row, 4), 0x0301FFFFu);
    EXPECT_EQ(readU64(container, field(row, 5)), 0x19010000u);
    EXPECT_EQ(readU64(container, field(row, 5) + 8), 0x1A030000u);
    EXPECT_EQ(field(row, 6), 2u);
  }
}

TEST(AppTable, OtherMembersHaveNoVersions) {
  const Bytes text = bytesOf("not an ELF file");
  const auto table =
      makeAppTable(containerOf(text, text), *makeSignatureSpace(bothModels));
  ASSERT_TRUE(table);
  for (const size_t number : {4, 5, 6})
    EXPECT_EQ(readU64(*table, number * 8), 0u);
}

TEST(AppTable, NeedsASlotForEachImage) {
  const Bytes elf = makeDeviceElf();
  const uint32_t model = 2;
  EXPECT_EQ(
      makeAppTable(containerOf(elf, elf), *makeSignatureSpace({&model, 1}))
          .error()
          .message,
      "signature space does not match the images (expected 2 slots, got "
      "1)");
}
