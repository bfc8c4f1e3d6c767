// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decoder of 32-bit instructions: the first row of instructions.def that
// fits the bits and whose extension the hart has. Rows are found through their
// major opcode and funct3, so a look-up compares a few.
#include "emulator/cpu/instruction.h"

#include <array>
#include <span>

namespace dpa::cpu {
namespace {

enum class Extension : uint8_t { Base, Zba, Zbb, Zbs, Zihintpause };
enum class Format : uint8_t { R, I, Shift, S, B, U, J };

struct Row {
  uint32_t mask;
  uint32_t match;
  Opcode opcode;
  Format format;
  Extension extension;
};

constexpr uint32_t MaskFunct3 = 0x0000707f;
constexpr uint32_t MaskFunct7 = 0xfe00707f;
constexpr uint32_t MaskFunct6 = 0xfc00707f;
constexpr uint32_t MaskFunct5 =
    0xf800707f; // the aq and rl bits of atomics are free
constexpr uint32_t MaskFunct12 = 0xfff0707f;
constexpr uint32_t MaskLoadReserved = 0xf9f0707f;

constexpr Format formatOf(Opcode opcode) {
  switch (opcode) {
  case Opcode::Lui:
  case Opcode::Auipc:
    return Format::U;
  case Opcode::Jal:
    return Format::J;
  default:
    return Format::I;
  }
}

constexpr Row instructionRows[] = {
#define REGISTER(name, match, extension, value)                                \
  {MaskFunct7, match, Opcode::name, Format::R, Extension::extension},
#define IMMEDIATE(name, match, extension, value)                               \
  {MaskFunct3, match, Opcode::name, Format::I, Extension::extension},
#define SHIFT(name, match, extension, value)                                   \
  {MaskFunct6, match, Opcode::name, Format::Shift, Extension::extension},
#define SHIFTW(name, match, extension, value)                                  \
  {MaskFunct7, match, Opcode::name, Format::Shift, Extension::extension},
#define UNARY(name, match, extension, value)                                   \
  {MaskFunct12, match, Opcode::name, Format::R, Extension::extension},
#define LOAD(name, match, type)                                                \
  {MaskFunct3, match, Opcode::name, Format::I, Extension::Base},
#define STORE(name, match, type)                                               \
  {MaskFunct3, match, Opcode::name, Format::S, Extension::Base},
#define BRANCH(name, match, condition)                                         \
  {MaskFunct3, match, Opcode::name, Format::B, Extension::Base},
#define AMO(name, match, type, operation)                                      \
  {MaskFunct5, match, Opcode::name, Format::R, Extension::Base},
#define LOAD_RESERVED(name, match, type)                                       \
  {MaskLoadReserved, match, Opcode::name, Format::R, Extension::Base},
#define STORE_CONDITIONAL(name, match, type)                                   \
  {MaskFunct5, match, Opcode::name, Format::R, Extension::Base},
#define SPECIAL(name, mask, match, extension)                                  \
  {mask, match, Opcode::name, formatOf(Opcode::name), Extension::extension},
#define SYSTEM(name, mask, match)                                              \
  {mask, match, Opcode::name, Format::I, Extension::Base},
#include "emulator/cpu/instructions.def"
};

/// Rows are in groups by the major opcode and funct3.
constexpr size_t groups = size_t(32) * 8;
constexpr uint32_t funct3 = 0x7000;

constexpr size_t groupOf(uint32_t bits) {
  return (bits >> 2 & 0x1f) << 3 | (bits & funct3) >> 12;
}

/// Whether instructions of this group can fit the row.
constexpr bool isIn(const Row &row, size_t group) {
  const uint32_t known = (row.mask & funct3) != 0 ? ~0u : ~7u;
  return ((groupOf(row.match) ^ group) & known) == 0;
}

constexpr size_t sizeOfAllGroups() {
  size_t size = 0;
  for (size_t group = 0; group < groups; ++group)
    for (const Row &row : instructionRows)
      size += isIn(row, group);
  return size;
}

/// The rows of each group, in table order.
struct Index {
  std::array<Row, sizeOfAllGroups()> rows{};
  std::array<uint16_t, groups + 1> begin{};

  constexpr Index() {
    size_t filled = 0;
    for (size_t group = 0; group < groups; ++group) {
      begin[group] = static_cast<uint16_t>(filled);
      for (const Row &row : instructionRows)
        if (isIn(row, group))
          rows[filled++] = row;
    }
    begin[groups] = static_cast<uint16_t>(filled);
  }

  std::span<const Row> of(uint32_t bits) const {
    const size_t group = groupOf(bits);
    return std::span(rows).subspan(begin[group],
                                   begin[group + 1] - begin[group]);
  }
};

constexpr Index theIndex;

bool has(const Isa &isa, Extension extension) {
  switch (extension) {
  case Extension::Base:
    return true;
  case Extension::Zba:
    return isa.zba;
  case Extension::Zbb:
    return isa.zbb;
  case Extension::Zbs:
    return isa.zbs;
  case Extension::Zihintpause:
    return isa.zihintpause;
  }
  return false;
}

/// Bits [high:low] of the instruction, moved to bit `to`.
constexpr uint32_t bitField(uint32_t bits, unsigned high, unsigned low,
                            unsigned to = 0) {
  return ((bits >> low) & ((2u << (high - low)) - 1)) << to;
}

int32_t immediateOf(uint32_t bits, Format format) {
  const auto sign = static_cast<uint32_t>(static_cast<int32_t>(bits) >> 31);
  switch (format) {
  case Format::R:
    return 0;
  case Format::I:
    return static_cast<int32_t>(bits) >> 20;
  case Format::Shift: // a word shift has bit 5 clear
    return static_cast<int32_t>(bitField(bits, 25, 20));
  case Format::S:
    return static_cast<int32_t>(sign << 11 | bitField(bits, 30, 25, 5) |
                                bitField(bits, 11, 7));
  case Format::B:
    return static_cast<int32_t>(sign << 12 | bitField(bits, 7, 7, 11) |
                                bitField(bits, 30, 25, 5) |
                                bitField(bits, 11, 8, 1));
  case Format::U:
    return static_cast<int32_t>(bits & 0xfffff000);
  case Format::J:
    return static_cast<int32_t>(sign << 20 | bitField(bits, 19, 12, 12) |
                                bitField(bits, 20, 20, 11) |
                                bitField(bits, 30, 21, 1));
  }
  return 0;
}

} // namespace

Instruction decodeWide(uint32_t bits, const Isa &isa) {
  Instruction result;
  result.bits = bits;
  for (const Row &row : theIndex.of(bits)) {
    if ((bits & row.mask) != row.match || !has(isa, row.extension))
      continue;
    result.opcode = row.opcode;
    result.rd = static_cast<uint8_t>(bitField(bits, 11, 7));
    result.rs1 = static_cast<uint8_t>(bitField(bits, 19, 15));
    result.rs2 = static_cast<uint8_t>(bitField(bits, 24, 20));
    result.immediate = immediateOf(bits, row.format);
    break;
  }
  return result;
}

} // namespace dpa::cpu
