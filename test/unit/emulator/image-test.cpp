// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading device images: each rule has an error that names the value, and arbitrary bytes do no
// harm.
#include "emulator/loader/image-rules.h"
#include "emulator/memory/process-memory.h"
#include "test/unit/emulator/fixture.h"

#include <cstring>
#include <elf.h>

namespace dpa::test {
namespace {

constexpr uint32_t blueField3 = 2;

/// The test image, with access to its structures.
class ImageTest : public testing::Test {
protected:
  template <typename T> T get(size_t offset) const {
    T value;
    std::memcpy(&value, image_.data() + offset, sizeof value);
    return value;
  }
  template <typename T> void put(size_t offset, const T &value) {
    std::memcpy(image_.data() + offset, &value, sizeof value);
  }
  Elf64_Ehdr header() const { return get<Elf64_Ehdr>(0); }
  Elf64_Phdr program(size_t index) const {
    return get<Elf64_Phdr>(header().e_phoff + index * sizeof(Elf64_Phdr));
  }
  void setProgram(size_t index, const Elf64_Phdr &value) {
    put(header().e_phoff + index * sizeof(Elf64_Phdr), value);
  }
  template <typename F> void changeHeader(F change) {
    Elf64_Ehdr changed = header();
    change(changed);
    put(0, changed);
  }
  template <typename F> void changeProgram(size_t index, F change) {
    Elf64_Phdr changed = program(index);
    change(changed);
    setProgram(index, changed);
  }

  std::string error(uint32_t model = blueField3) const {
    std::string text;
    EXPECT_FALSE(readDeviceImage(image_, model, text));
    return text;
  }

  Bytes image_ = testImage();
};

enum { Text, Data, Tls }; // program headers of image.ld

TEST_F(ImageTest, GoodImageIsRead) {
  std::string text;
  auto image = readDeviceImage(image_, blueField3, text);
  ASSERT_TRUE(image) << text;
  EXPECT_EQ(image->elf.entry, DPA_TEXT_BASE);
  EXPECT_EQ(image->elf.tlsSize, 64u);
  EXPECT_EQ(image->textEnd,
            DPA_TEXT_BASE + GUEST_TEXT_OFFSET + GUEST_TEXT_SIZE);
  EXPECT_EQ(image->dataEnd, DPA_DATA_BASE + 0x1048);
}

TEST_F(ImageTest, EmptyFile) {
  image_.clear();
  EXPECT_EQ(error(), "not an ELF file: only 0 bytes");
}

TEST_F(ImageTest, WrongMagic) {
  image_[0] = std::byte{'x'};
  EXPECT_EQ(error(), "not an ELF file");
}

TEST_F(ImageTest, WrongClass) {
  changeHeader([](auto &h) { h.e_ident[EI_CLASS] = ELFCLASS32; });
  EXPECT_EQ(error(), "expected a 64-bit ELF file, got class 1");
}

TEST_F(ImageTest, WrongByteOrder) {
  changeHeader([](auto &h) { h.e_ident[EI_DATA] = ELFDATA2MSB; });
  EXPECT_EQ(error(), "expected a little-endian ELF file, got data encoding 2");
}

TEST_F(ImageTest, WrongMachine) {
  changeHeader([](auto &h) { h.e_machine = EM_X86_64; });
  EXPECT_EQ(error(),
            "expected a file for RISC-V (machine 243), got machine 62");
}

TEST_F(ImageTest, WrongType) {
  changeHeader([](auto &h) { h.e_type = ET_REL; });
  EXPECT_EQ(error(), "expected an executable (type 2), got type 1");
}

TEST_F(ImageTest, HardFloat) {
  changeHeader([](auto &h) { h.e_flags |= EF_RISCV_FLOAT_ABI_DOUBLE; });
  EXPECT_EQ(error(), "expected the soft-float ABI, got ELF flags 0x5");
}

TEST_F(ImageTest, SixteenRegisters) {
  changeHeader([](auto &h) { h.e_flags |= EF_RISCV_RVE; });
  EXPECT_EQ(error(), "expected the ABI with 32 registers, got ELF flags 0x9");
}

TEST_F(ImageTest, ProgramHeadersOutside) {
  changeHeader([](auto &h) { h.e_phoff = UINT64_MAX - 10; });
  EXPECT_NE(error().find("4 program headers at offset 0xfffffffffffffff5 do "
                         "not lie within the file's"),
            std::string::npos);
}

TEST_F(ImageTest, DynamicallyLinked) {
  changeProgram(Tls, [](auto &p) { p.p_type = PT_INTERP; });
  EXPECT_EQ(error(),
            "expected a static executable, got a dynamically linked one");
}

TEST_F(ImageTest, SegmentBytesOutside) {
  changeProgram(Data, [](auto &p) { p.p_offset = 1u << 30; });
  EXPECT_NE(error().find("segment at 0x80000000: its 72 bytes at offset "
                         "0x40000000 do not lie within the file's"),
            std::string::npos);
}

TEST_F(ImageTest, MoreInFileThanInMemory) {
  changeProgram(Data, [](auto &p) { p.p_memsz = 8; });
  EXPECT_EQ(error(), "segment at 0x80000000: 72 bytes in the file, but only 8 "
                     "in memory");
}

TEST_F(ImageTest, SegmentInNoRange) {
  changeProgram(Data, [](auto &p) { p.p_vaddr = DPA_FIRMWARE_BASE; });
  EXPECT_EQ(error(), "segment at 0x10000000 of 0x1048 bytes, writable: "
                     "expected text and read-only data in 0x40000000 to "
                     "0x7fffffff, or data in 0x80000000 to 0xbdffffff");
}

TEST_F(ImageTest, DataReachesTheThreadAreas) {
  changeProgram(Data, [](auto &p) { p.p_memsz = 0x3e000001; });
  EXPECT_NE(error().find("segment at 0x80000000 of 0x3e000001 bytes"),
            std::string::npos);
}

TEST_F(ImageTest, SegmentWrapsAround) {
  changeProgram(Data, [](auto &p) { p.p_memsz = UINT64_MAX; });
  EXPECT_NE(error().find("goes beyond the address space"), std::string::npos);
}

TEST_F(ImageTest, WritableText) {
  changeProgram(Text, [](auto &p) { p.p_flags |= PF_W; });
  EXPECT_NE(error().find("writable, executable"), std::string::npos);
}

TEST_F(ImageTest, ExecutableData) {
  changeProgram(Data, [](auto &p) { p.p_flags |= PF_X; });
  EXPECT_NE(error().find("writable, executable"), std::string::npos);
}

TEST_F(ImageTest, OverlappingSegments) {
  changeProgram(Tls, [&](auto &p) {
    p = program(Data);
    p.p_vaddr += 0x1000;
    p.p_filesz = 0;
  });
  EXPECT_EQ(error(), "segment at 0x80000000 of 0x1048 bytes overlaps the "
                     "segment at 0x80001000 of 0x1048 bytes");
}

TEST_F(ImageTest, EntryInData) {
  changeHeader([](auto &h) { h.e_entry = DPA_DATA_BASE; });
  EXPECT_EQ(error(), "expected an entry in executable text, got 0x80000000");
}

TEST_F(ImageTest, OddEntry) {
  changeHeader([](auto &h) { h.e_entry = DPA_TEXT_BASE + 1; });
  EXPECT_EQ(error(), "expected an entry in executable text, got 0x40000001");
}

TEST_F(ImageTest, TooMuchThreadStorage) {
  changeProgram(Tls, [](auto &p) { p.p_memsz = DPA_TLS_SIZE_MAX + 1; });
  EXPECT_EQ(error(),
            "thread-local storage: expected at most 16384 bytes, got 16385");
}

TEST_F(ImageTest, ThreadStorageAlignedTooMuch) {
  changeProgram(Tls, [](auto &p) { p.p_align = 0x10000; });
  EXPECT_EQ(error(), "thread-local storage: expected an alignment of at most "
                     "0x8000, got 0x10000");
}

TEST_F(ImageTest, ThreadStorageAlignedOddly) {
  changeProgram(Tls, [](auto &p) { p.p_align = 48; });
  EXPECT_EQ(error(),
            "thread-local storage: alignment 0x30 is not a power of two");
}

TEST_F(ImageTest, ImageForANewerModel) {
  EXPECT_EQ(error(1), "the image is built for nv-dpa-bf3, which is newer than "
                      "the device's nv-dpa-cx7");
}

TEST_F(ImageTest, ImageForAnOlderModel) {
  std::string text;
  EXPECT_TRUE(readDeviceImage(image_, 4, text)) << text;
}

TEST_F(ImageTest, ImageWithoutAttributes) {
  changeHeader([](auto &h) { h.e_shnum = 0; });
  std::string text;
  EXPECT_TRUE(readDeviceImage(image_, 1, text)) << text;
}

TEST_F(ImageTest, ErrorNamesProcessAndDevice) {
  TestDevice device(TEST_FIRMWARE);
  Recorder events;
  image_.resize(10);
  std::string text;
  EXPECT_FALSE(device.device().createProcess({image_, "app"}, events, text));
  EXPECT_EQ(text, "device image: not an ELF file: only 10 "
                  "bytes");
}

/// Reads the image as a device does, including the creation of its memory.
void load(std::span<const std::byte> image, const ElfFile &firmware) {
  std::string text;
  auto read = readDeviceImage(image, blueField3, text);
  EXPECT_EQ(read.has_value(), text.empty());
  if (read)
    ProcessMemory::create(*read, firmware, DPA_HEAP_SIZE_DEFAULT, text);
}

TEST_F(ImageTest, TruncatedImagesDoNoHarm) {
  Bytes file = readFile(TEST_FIRMWARE);
  std::string text;
  auto firmware = readFirmware(file, text);
  ASSERT_TRUE(firmware) << text;
  for (size_t size = 0; size < image_.size(); ++size) {
    // A copy of exactly this size: the sanitizer detects reads beyond it.
    Bytes cut(image_.begin(), image_.begin() + static_cast<ptrdiff_t>(size));
    load(cut, *firmware);
  }
}

TEST_F(ImageTest, FlippedBitsDoNoHarm) {
  Bytes file = readFile(TEST_FIRMWARE);
  std::string text;
  auto firmware = readFirmware(file, text);
  ASSERT_TRUE(firmware) << text;
  Elf64_Ehdr elf = header();
  size_t programsEnd = elf.e_phoff + elf.e_phnum * sizeof(Elf64_Phdr);
  for (size_t i = 0; i < image_.size(); ++i) {
    // The parts that the loader reads: headers at both ends, attributes between.
    if (i >= programsEnd && i < program(Data).p_offset)
      continue;
    for (unsigned bit = 0; bit < 8; ++bit) {
      image_[i] ^= std::byte{1} << bit;
      load(image_, *firmware);
      image_[i] ^= std::byte{1} << bit;
    }
  }
}

TEST(AttributesTest, GarbageIsNotAModel) {
  auto model = [](std::string_view text) {
    return attributeModel(std::as_bytes(std::span(text)));
  };
  using namespace std::string_view_literals;
  constexpr auto good = "A\x12\0\0\0nvidia\0\1\7\0\0\0\2\3"sv;
  EXPECT_EQ(model(good), 3u);
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_EQ(model(good.substr(0, size)), 0u) << size;
  EXPECT_EQ(model("A\x12\0\0\0riscv\0\0\1\7\0\0\0\2\3"sv), 0u);
  EXPECT_EQ(model("A\xff\xff\xff\xffnvidia\0\1\7\0\0\0\2\3"sv), 0u);
  EXPECT_EQ(model("A\x12\0\0\0nvidia\0\1\0\0\0\0\2\3"sv), 0u);
}

} // namespace
} // namespace dpa::test
