// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The view of a device executable: symbols, segments, versions, model.
#include "image/device-attributes.h"
#include "image/device-elf.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

class DeviceElfTest : public ::testing::Test {
protected:
  const Bytes file_ = makeDeviceElf();
  const Result<DeviceElf> elf_ = DeviceElf::open(file_);
};

std::string nameAt(const DeviceElf &elf, uint64_t address) {
  const auto symbol = elf.symbolAt(address);
  return symbol ? std::string(symbol->name) + "+" + hex(symbol->offset)
                : "none";
}

} // namespace

TEST_F(DeviceElfTest, FindsAddressesOfNames) {
  ASSERT_TRUE(elf_);
  EXPECT_EQ(elf_->address("entry_point"), 0x40000000u);
  EXPECT_EQ(elf_->address("helper"), 0x40000008u);
  EXPECT_EQ(elf_->address("missing"), std::nullopt);
  EXPECT_EQ(elf_->address("other"), std::nullopt);
}

TEST_F(DeviceElfTest, FindsNamesOfAddresses) {
  ASSERT_TRUE(elf_);
  EXPECT_EQ(nameAt(*elf_, 0x40000000), "entry_point+0x0");
  EXPECT_EQ(nameAt(*elf_, 0x40000006), "entry_point+0x6");
  EXPECT_EQ(nameAt(*elf_, 0x40000008), "helper+0x0");
  EXPECT_EQ(nameAt(*elf_, 0x4000001F), "helper+0x17");
  EXPECT_EQ(nameAt(*elf_, 0x80000003), "counter+0x3");
}

TEST_F(DeviceElfTest, NamesNothingOutsideSections) {
  ASSERT_TRUE(elf_);
  EXPECT_EQ(nameAt(*elf_, 0), "none");
  EXPECT_EQ(nameAt(*elf_, 0x3FFFFFFF), "none");
  EXPECT_EQ(nameAt(*elf_, 0x40000020), "none");
  EXPECT_EQ(nameAt(*elf_, UINT64_MAX), "none");
}

TEST_F(DeviceElfTest, HasSegmentsAndSections) {
  ASSERT_TRUE(elf_);
  EXPECT_EQ(elf_->entry(), 0x40000000u);
  ASSERT_EQ(elf_->segments().size(), 4u);
  EXPECT_EQ(elf_->segments()[0].type, uint32_t{PT_LOAD});
  EXPECT_EQ(elf_->segments()[0].flags, uint32_t{PF_R | PF_X});
  EXPECT_EQ(elf_->segments()[0].address, 0x40000000u);
  EXPECT_EQ(elf_->segments()[0].bytes.size(), 32u);
  ASSERT_NE(elf_->section(".text"), nullptr);
  EXPECT_EQ(elf_->section(".nothing"), nullptr);
}

TEST_F(DeviceElfTest, HasVersionsAndModel) {
  ASSERT_TRUE(elf_);
  EXPECT_EQ(elf_->flexioDevVersions(),
            (std::vector<uint64_t>{0x19010000, 0x1A030000}));
  EXPECT_EQ(elf_->flexioOsVersion(), 0x0301FFFFu);
  EXPECT_EQ(elf_->model(), 2u);
}

TEST(DeviceElf, MayHaveNoVersions) {
  TestElf plain;
  plain.sections = {{".text", Bytes(4), SHT_PROGBITS, SHF_ALLOC, 0x40000000}};
  const Bytes file = makeElf(plain);
  const auto elf = DeviceElf::open(file);
  ASSERT_TRUE(elf);
  EXPECT_TRUE(elf->flexioDevVersions().empty());
  EXPECT_EQ(elf->flexioOsVersion(), std::nullopt);
  EXPECT_EQ(elf->model(), std::nullopt);
}

TEST(DeviceElf, RejectsOtherElfFiles) {
  const Bytes host = makeHostElf({});
  EXPECT_EQ(DeviceElf::open(host).error().message,
            "not a device image (expected machine RISC-V, got number 62)");
  TestElf object;
  object.type = ET_REL;
  const Bytes objectFile = makeElf(object);
  EXPECT_EQ(DeviceElf::open(objectFile).error().message,
            "not a device executable (expected ELF type 2, got 1)");
  Bytes narrow = makeDeviceElf();
  narrow[EI_CLASS] = std::byte{ELFCLASS32};
  EXPECT_EQ(DeviceElf::open(narrow).error().message,
            "unsupported ELF file (expected 64-bit little-endian)");
  const Bytes text = bytesOf("no such thing");
  EXPECT_EQ(DeviceElf::open(text).error().message, "not an ELF file");
}

TEST(DeviceElf, RejectsOddVersions) {
  TestElf odd;
  odd.sections = {{".flexio_dev_ver", Bytes(9)}};
  const Bytes file = makeElf(odd);
  EXPECT_EQ(DeviceElf::open(file).error().message,
            "damaged section .flexio_dev_ver (expected a multiple of 8 bytes, "
            "got 9)");
}

TEST(DeviceAttributes, EveryFieldHasItsPlace) {
  const Bytes bytes = encodeDeviceAttributes(2);
  ASSERT_EQ(bytes.size(), 19u);
  EXPECT_EQ(bytes[0], std::byte{'A'});
  EXPECT_EQ(readU32(bytes, 1), 0x12u);
  EXPECT_EQ(textOf(bytes).substr(5, 7), std::string_view("nvidia\0", 7));
  EXPECT_EQ(bytes[12], std::byte{1});
  EXPECT_EQ(readU32(bytes, 13), 7u);
  EXPECT_EQ(bytes[17], std::byte{2});
  EXPECT_EQ(bytes[18], std::byte{2});
}

TEST(DeviceAttributes, ReadsWhatItWrote) {
  for (const uint32_t model : {0u, 1u, 127u, 128u, 0xFFFFu, UINT32_MAX}) {
    const auto read = decodeDeviceAttributes(encodeDeviceAttributes(model));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, model);
  }
}

TEST(DeviceAttributes, SkipsOtherTags) {
  // Tag 4 with a number, tag 5 with a string, then the model.
  const Bytes bytes = bytesOf(std::string_view("A\x17\0\0\0nvidia\0"
                                               "\1\xC\0\0\0"
                                               "\4\x7\5x\0\2\3",
                                               24));
  const auto model = decodeDeviceAttributes(bytes);
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(*model, 3u);
}

TEST(DeviceAttributes, RejectsOtherVendors) {
  Bytes bytes = encodeDeviceAttributes(2);
  bytes[5] = std::byte{'r'};
  EXPECT_EQ(decodeDeviceAttributes(bytes).error().message,
            "damaged section .dpa.attributes: unknown vendor (expected "
            "nvidia)");
}
