// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every reader with a valid file that is cut off at every length, and with every byte of it
// changed: an error with a reason, or a result whose views are inside the bytes, never a crash
// (checked by AddressSanitizer). Inputs are allocated with their exact length, so that reading one
// byte too many is detected.
#include "image/fat-container.h"
#include "test/fuzz/image-readers.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
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

/// The values that a byte is changed to: all of them in small files; in large ones each bit alone,
/// the ends of the ranges, the neighbours.
std::vector<std::byte> changesOf(std::byte good, size_t fileSize) {
  constexpr size_t small = 512;
  const auto value = std::to_integer<unsigned>(good);
  std::vector<unsigned> values;
  if (fileSize <= small)
    for (unsigned other = 0; other < 256; ++other)
      values.push_back(other);
  else
    values = {0x00, 0x7F, 0x80, 0xFF, value + 1, value - 1, value ^ 0xFF};
  for (unsigned bit = 0; fileSize > small && bit < 8; ++bit)
    values.push_back(value ^ (1U << bit));
  std::vector<std::byte> changes;
  for (const unsigned other : values)
    if (static_cast<std::byte>(other) != good)
      changes.push_back(static_cast<std::byte>(other));
  return changes;
}

Counts changeEverything(Reader reader, const Bytes &file) {
  Counts counts;
  Bytes changed = file;
  for (std::byte &byte : changed) {
    const std::byte good = byte;
    for (const std::byte other : changesOf(good, file.size())) {
      byte = other;
      readCopy(reader, changed, counts);
    }
    byte = good;
  }
  return counts;
}

/// The whole file is accepted, truncated ones are rejected except for lengths that are valid files,
/// and some changes are detected.
void expectRobust(Reader reader, const Bytes &file, size_t validLengths = 0) {
  ASSERT_TRUE(reader(file));
  EXPECT_EQ(cutEverywhere(reader, file).accepted, validLengths);
  EXPECT_GT(changeEverything(reader, file).refused, 0U);
}

Bytes sampleContainer() {
  const Bytes first = bytesOf("first"), second = bytesOf("second image");
  const FatMember members[] = {{2, MemberKind::Elf, first, 0},
                               {3, MemberKind::Elf, second, 0}};
  return *writeFatContainer(members);
}

std::vector<InterfaceRecord> sampleRecords() {
  return {{"kernel",
           {{"add", "pack_add", "unpack_add", 24, EntryKind::Rpc},
            {"run", "pack_run", "", 8, EntryKind::Global}},
           "void _dpacc_file_kernel_register_all(struct flexio_app *app);\n"},
          {"empty", {}, ""}};
}

Bytes sampleRecordBytes() {
  Bytes bytes;
  for (const InterfaceRecord &record : sampleRecords())
    append(bytes, encodeInterfaceRecord(record));
  return bytes;
}

/// A relocatable device object: code, records, a symbol.
Bytes sampleDeviceObject() {
  TestElf elf;
  elf.type = ET_REL;
  elf.sections = {{".text", Bytes(16), SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR},
                  {std::string(interfaceSection), sampleRecordBytes(),
                   SHT_PROGBITS, SHF_EXCLUDE}};
  elf.symbols = {{"add", 0, 8}};
  return makeElf(elf);
}

Bytes sampleDpaObject() {
  const Bytes object = sampleDeviceObject(),
              bitcode = bytesOf("BC\xC0\xDE....");
  const FatMember members[] = {{2, MemberKind::Elf, object, 0},
                               {3, MemberKind::Bitcode, bitcode, 0}};
  const std::vector<InterfaceRecord> records = sampleRecords();
  return *makeDpaObjectSections(*writeFatContainer(members), records,
                                {EM_X86_64, 0});
}

Bytes sampleAttributes() {
  const ProcessAttribute attributes[] = {{1, true}, {3, false}};
  return *encodeProcessAttributes(attributes);
}

Bytes sampleSignatureSpace() {
  Bytes slot;
  appendU64(slot, 5);
  append(slot, "signature room");
  const FatMember members[] = {{2, MemberKind::Signature, slot, 0},
                               {3, MemberKind::Signature, slot, 0}};
  return *writeFatContainer(members);
}

Bytes sampleHostObject() {
  return makeHostElf({{".dpa_bin_app", sampleContainer()},
                      {".dpa_sig_app", sampleSignatureSpace()},
                      {".dpa_bin_bare", makeDeviceElf()}});
}

Bytes sampleArchive() {
  return makeArchive({{"text", bytesOf("odd")}, {"a.o", sampleHostObject()}});
}

} // namespace

TEST(Damage, FatContainer) {
  expectRobust(exerciseFatContainer, sampleContainer());
}

TEST(Damage, InterfaceRecords) {
  // Nothing at all, and the first record alone, are valid.
  expectRobust(exerciseInterfaceRecord, sampleRecordBytes(), 2);
}

TEST(Damage, DeviceAttributes) {
  expectRobust(exerciseDeviceAttributes, encodeDeviceAttributes(300));
}

TEST(Damage, DeviceElf) {
  expectRobust(exerciseDeviceElf, makeDeviceElf());
}

TEST(Damage, DeviceObject) {
  expectRobust(exerciseElfFile, sampleDeviceObject());
}

TEST(Damage, DpaObject) {
  expectRobust(exerciseDpaObject, sampleDpaObject());
}

TEST(Damage, ProcessAttributes) {
  expectRobust(exerciseProcessAttributes, sampleAttributes());
}

TEST(Damage, AttributeSpace) {
  const Result<Bytes> space =
      makeAttributeSpace(sampleContainer(), sampleAttributes());
  ASSERT_TRUE(space);
  expectRobust(exerciseAttributeSpace, *space);
}

TEST(Damage, SignatureSpace) {
  const Bytes space = sampleSignatureSpace();
  // Without the magic it is the bare slot of one signature.
  ASSERT_TRUE(exerciseSignatureSpace(space));
  EXPECT_LT(cutEverywhere(exerciseSignatureSpace, space).accepted, 8U);
  EXPECT_GT(changeEverything(exerciseSignatureSpace, space).refused, 0U);
}

TEST(Damage, HostObject) {
  expectRobust(exerciseHostFile, sampleHostObject());
}

TEST(Damage, Archive) {
  // The empty archive is valid, and the one that ends after the first member, with or without its
  // padding.
  expectRobust(exerciseHostFile, sampleArchive(), 3);
  expectRobust(exerciseArchive, sampleArchive(), 3);
}
