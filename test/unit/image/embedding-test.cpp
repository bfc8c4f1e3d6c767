// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host objects and C source with containers inside.
#include "image/c-array.h"
#include "image/elf-file.h"
#include "image/embedding.h"
#include "image/fat-container.h"
#include "image/signature-space.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

constexpr uint64_t retain = 1 << 21; // SHF_GNU_RETAIN
constexpr HostTarget x86{EM_X86_64, 0};

const Bytes elfImage = bytesOf("\x7F"
                               "ELF image");

Bytes container() {
  const FatMember members[] = {{2, MemberKind::Elf, elfImage, 0}};
  return *writeFatContainer(members);
}

} // namespace

TEST(ElfWriter, BlobsAreRetainedReadOnlySections) {
  const Bytes content = bytesOf("content");
  Blob first{"one", "one_begin", "one_end", content};
  first.alignment = 64;
  Blob second{"two", "two_begin", "", content, 9, SymbolVisibility::Default};
  const Blob blobs[] = {first, second};
  const auto object = writeBlobObject(blobs, x86);
  ASSERT_TRUE(object);
  const auto elf = readElf(*object);
  ASSERT_TRUE(elf) << elf.error().message;
  EXPECT_EQ(elf->type, ET_REL);
  EXPECT_EQ(elf->machine, EM_X86_64);
  const ElfSection *one = elf->section("one");
  ASSERT_NE(one, nullptr);
  EXPECT_EQ(textOf(one->bytes), "content");
  EXPECT_EQ(one->flags, SHF_ALLOC | retain);
  EXPECT_EQ(one->offset % 64, 0u);
  const ElfSection *two = elf->section("two");
  ASSERT_NE(two, nullptr);
  EXPECT_EQ(textOf(two->bytes),
            std::string_view("content\0\0\0\0\0\0\0\0\0", 16));
  const ElfSection *stack = elf->section(".note.GNU-stack");
  ASSERT_NE(stack, nullptr);
  EXPECT_EQ(stack->flags, 0u);
}

TEST(ElfWriter, SymbolsMarkBeginAndEnd) {
  const Bytes content = bytesOf("content");
  const Blob blobs[] = {{"one", "one_begin", "one_end", content}};
  const auto object = writeBlobObject(blobs, x86);
  ASSERT_TRUE(object);
  const auto symbols = readElf(*object)->symbols();
  ASSERT_TRUE(symbols);
  ASSERT_EQ(symbols->size(), 3u);
  EXPECT_EQ((*symbols)[1].name, "one_begin");
  EXPECT_EQ((*symbols)[1].address, 0u);
  EXPECT_EQ((*symbols)[1].size, 7u);
  EXPECT_EQ((*symbols)[1].section, 1u);
  EXPECT_EQ((*symbols)[1].binding, STB_GLOBAL);
  EXPECT_EQ((*symbols)[2].name, "one_end");
  EXPECT_EQ((*symbols)[2].address, 7u);
}

TEST(ElfWriter, TakesTheTargetFromAnObject) {
  TestElf arm;
  arm.type = ET_REL;
  arm.machine = EM_AARCH64;
  arm.flags = 5;
  const auto target = hostTargetOf(makeElf(arm));
  ASSERT_TRUE(target);
  EXPECT_EQ(target->machine, EM_AARCH64);
  EXPECT_EQ(target->flags, 5u);
  const auto object = writeBlobObject({}, *target);
  ASSERT_TRUE(object);
  EXPECT_EQ(readElf(*object)->machine, EM_AARCH64);
  EXPECT_EQ(readElf(*object)->flags, 5u);
}

TEST(ElfWriter, RejectsOddAlignments) {
  Blob blob{"one", "", "", {}};
  blob.alignment = 24;
  EXPECT_EQ(writeBlobObject({&blob, 1}, x86).error().message,
            "alignment of section 'one' is not a power of two (got 24)");
}

TEST(Embedding, AppHasImagesAndRoomForSignatures) {
  const auto object = makeImageObject("my_app", container(), x86);
  ASSERT_TRUE(object);
  const auto elf = readElf(*object);
  ASSERT_NE(elf->section(".dpa_bin_my_app"), nullptr);
  EXPECT_EQ(textOf(elf->section(".dpa_bin_my_app")->bytes),
            textOf(container()));
  ASSERT_NE(elf->section(".dpa_sig_my_app"), nullptr);
  EXPECT_EQ(elf->section(".dpa_sig_my_app")->size, 0x10040u);
  const auto symbols = elf->symbols();
  EXPECT_EQ((*symbols)[1].name, "_dpacc_image_my_app");
  EXPECT_EQ((*symbols)[2].name, "_dpacc_signature_my_app");
  EXPECT_EQ((*symbols)[3].name, "_dpacc_table_my_app");
}

TEST(Embedding, SameInputGivesTheSameBytes) {
  EXPECT_EQ(*makeImageObject("my_app", container(), x86),
            *makeImageObject("my_app", container(), x86));
}

TEST(Embedding, RejectsInvalidContainersAndNames) {
  EXPECT_EQ(makeImageObject("my_app", elfImage, x86).error().message,
            "not a fat container (expected the magic NVDPAFBF)");
  EXPECT_EQ(makeObjectSource("kernel", elfImage).error().message,
            "not a fat container (expected the magic NVDPAFBF)");
  EXPECT_EQ(makeImageSource("my-app", container()).error().message,
            "app name 'my-app' is not a valid C identifier");
}

TEST(CArray, EscapesBytesThatALiteralCannotContain) {
  const Bytes bytes = bytesOf("a\"\\?\n\x80"
                              "7");
  const std::string text = makeCArray({"x", ".s", 8, bytes});
  EXPECT_NE(text.find("unsigned char x[8] =\n"
                      "    \"a\\042\\134\\077\\012\\2007\";\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("section(\".s\"), aligned(8)"), std::string::npos);
}

TEST(CArray, TrailingZerosNeedNoText) {
  const std::string text = makeCArray({"x", ".s", 8, Bytes(1000)});
  EXPECT_NE(text.find("x[1000] =\n    \"\";\n"), std::string::npos) << text;
}
