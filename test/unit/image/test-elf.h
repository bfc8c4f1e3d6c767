// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small 64-bit little-endian ELF files for tests, made without tools: sections
// in the given order, a segment for each allocated one, a symbol table.
#ifndef DPA_TEST_UNIT_IMAGE_TEST_ELF_H
#define DPA_TEST_UNIT_IMAGE_TEST_ELF_H

#include "base/bytes.h"

#include <elf.h>

namespace dpa::test {

struct TestSection {
  std::string name;
  Bytes bytes;
  uint32_t type = SHT_PROGBITS;
  uint64_t flags = 0;
  uint64_t address = 0;
};

struct TestSymbol {
  std::string name;
  uint64_t address = 0;
  uint64_t size = 0;
  uint8_t type = STT_FUNC;
  uint8_t binding = STB_GLOBAL;
  uint16_t section = 1; ///< number of the section, from 1
};

struct TestElf {
  uint16_t type = ET_EXEC;
  uint16_t machine = EM_RISCV;
  uint32_t flags = 1;
  uint64_t entry = 0;
  std::vector<TestSection> sections;
  std::vector<TestSymbol> symbols; ///< local ones first
};

Bytes makeElf(const TestElf &elf);

/// A device executable: functions `entry_point` (0x40000000, 8 bytes) and
/// `helper` (0x40000008, 8 bytes), object `counter` (0x80000000), versions,
/// model nv-dpa-bf3.
Bytes makeDeviceElf();

/// A host object with the device programs of the sections.
Bytes makeHostElf(std::vector<TestSection> sections);

/// An `ar` archive with one member for each name.
Bytes makeArchive(const std::vector<std::pair<std::string, Bytes>> &members);

/// The bytes of a text, escapes included.
Bytes bytesOf(std::string_view text);

} // namespace dpa::test

#endif
