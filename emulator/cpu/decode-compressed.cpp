// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decoder of 16-bit instructions (the C extension for RV64 without floating
// point): each becomes the 32-bit instruction that it abbreviates. Reserved
// encodings are illegal, hints are what they abbreviate.
#include "emulator/cpu/instruction.h"

namespace dpa::cpu {
namespace {

constexpr uint8_t zero = 0;
constexpr uint8_t linkRegister = 1;

/// Bits [high:low] of the instruction, moved to bit `to`.
constexpr int32_t field(uint32_t bits, unsigned high, unsigned low,
                        unsigned to = 0) {
  return static_cast<int32_t>(((bits >> low) & ((2u << (high - low)) - 1))
                              << to);
}

/// Bit 12 as the sign from bit `to` upwards.
constexpr int32_t sign(uint32_t bits, unsigned to) {
  return (bits >> 12) & 1 ? -(int32_t(1) << to) : 0;
}

// Immediates, named by the instructions that have them.
constexpr int32_t signedOf(uint32_t b) {
  return sign(b, 5) | field(b, 6, 2);
}
constexpr int32_t shiftOf(uint32_t b) {
  return field(b, 12, 12, 5) | field(b, 6, 2);
}
constexpr int32_t wordOffset(uint32_t b) {
  return field(b, 12, 10, 3) | field(b, 6, 6, 2) | field(b, 5, 5, 6);
}
constexpr int32_t doubleOffset(uint32_t b) {
  return field(b, 12, 10, 3) | field(b, 6, 5, 6);
}
constexpr int32_t wordLoadStack(uint32_t b) {
  return field(b, 12, 12, 5) | field(b, 6, 4, 2) | field(b, 3, 2, 6);
}
constexpr int32_t doubleLoadStack(uint32_t b) {
  return field(b, 12, 12, 5) | field(b, 6, 5, 3) | field(b, 4, 2, 6);
}
constexpr int32_t wordStoreStack(uint32_t b) {
  return field(b, 12, 9, 2) | field(b, 8, 7, 6);
}
constexpr int32_t doubleStoreStack(uint32_t b) {
  return field(b, 12, 10, 3) | field(b, 9, 7, 6);
}
constexpr int32_t addToStack4(uint32_t b) {
  return field(b, 12, 11, 4) | field(b, 10, 7, 6) | field(b, 6, 6, 2) |
         field(b, 5, 5, 3);
}
constexpr int32_t addToStack16(uint32_t b) {
  return sign(b, 9) | field(b, 6, 6, 4) | field(b, 5, 5, 6) |
         field(b, 4, 3, 7) | field(b, 2, 2, 5);
}
constexpr int32_t jumpOffset(uint32_t b) {
  return sign(b, 11) | field(b, 11, 11, 4) | field(b, 10, 9, 8) |
         field(b, 8, 8, 10) | field(b, 7, 7, 6) | field(b, 6, 6, 7) |
         field(b, 5, 3, 1) | field(b, 2, 2, 5);
}
constexpr int32_t branchOffset(uint32_t b) {
  return sign(b, 8) | field(b, 11, 10, 3) | field(b, 6, 5, 6) |
         field(b, 4, 3, 1) | field(b, 2, 2, 5);
}

// Registers: two full fields and two short ones (x8 to x15).
constexpr uint8_t fullHigh(uint32_t b) {
  return static_cast<uint8_t>(field(b, 11, 7));
}
constexpr uint8_t fullLow(uint32_t b) {
  return static_cast<uint8_t>(field(b, 6, 2));
}
constexpr uint8_t shortHigh(uint32_t b) {
  return static_cast<uint8_t>(8 + field(b, 9, 7));
}
constexpr uint8_t shortLow(uint32_t b) {
  return static_cast<uint8_t>(8 + field(b, 4, 2));
}

Instruction make(Opcode opcode, uint8_t rd, uint8_t rs1, uint8_t rs2,
                 int32_t immediate) {
  Instruction result;
  result.opcode = opcode;
  result.rd = rd;
  result.rs1 = rs1;
  result.rs2 = rs2;
  result.immediate = immediate;
  return result;
}

Instruction quadrant0(uint32_t b) {
  const uint8_t low = shortLow(b);
  const uint8_t base = shortHigh(b);
  switch (b >> 13) {
  case 0: // c.addi4spn; an immediate of 0 is reserved, and so all zeros are
          // illegal
    return addToStack4(b)
               ? make(Opcode::Addi, low, stackPointer, 0, addToStack4(b))
               : Instruction();
  case 2:
    return make(Opcode::Lw, low, base, 0, wordOffset(b));
  case 3:
    return make(Opcode::Ld, low, base, 0, doubleOffset(b));
  case 6:
    return make(Opcode::Sw, 0, base, low, wordOffset(b));
  case 7:
    return make(Opcode::Sd, 0, base, low, doubleOffset(b));
  default:
    return {};
  }
}

Instruction arithmetic(uint32_t b) {
  static constexpr Opcode registerOps[8] = {
      Opcode::Sub,  Opcode::Xor,  Opcode::Or,      Opcode::And,
      Opcode::Subw, Opcode::Addw, Opcode::Illegal, Opcode::Illegal};
  const uint8_t rd = shortHigh(b);
  switch (field(b, 11, 10)) {
  case 0:
    return make(Opcode::Srli, rd, rd, 0, shiftOf(b));
  case 1:
    return make(Opcode::Srai, rd, rd, 0, shiftOf(b));
  case 2:
    return make(Opcode::Andi, rd, rd, 0, signedOf(b));
  default:
    return make(registerOps[field(b, 12, 12, 2) | field(b, 6, 5)], rd, rd,
                shortLow(b), 0);
  }
}

Instruction quadrant1(uint32_t b) {
  const uint8_t rd = fullHigh(b);
  switch (b >> 13) {
  case 0:
    return make(Opcode::Addi, rd, rd, 0, signedOf(b));
  case 1: // c.addiw; x0 is reserved
    return rd ? make(Opcode::Addiw, rd, rd, 0, signedOf(b)) : Instruction();
  case 2:
    return make(Opcode::Addi, rd, zero, 0, signedOf(b));
  case 3: // c.addi16sp or c.lui; an immediate of 0 is reserved
    if (rd == stackPointer)
      return addToStack16(b) ? make(Opcode::Addi, rd, rd, 0, addToStack16(b))
                             : Instruction();
    return signedOf(b) ? make(Opcode::Lui, rd, 0, 0, signedOf(b) * 4096)
                       : Instruction();
  case 4:
    return arithmetic(b);
  case 5:
    return make(Opcode::Jal, zero, 0, 0, jumpOffset(b));
  case 6:
    return make(Opcode::Beq, 0, shortHigh(b), zero, branchOffset(b));
  default:
    return make(Opcode::Bne, 0, shortHigh(b), zero, branchOffset(b));
  }
}

/// c.jr, c.mv, c.ebreak, c.jalr, c.add.
Instruction jumpOrMove(uint32_t b) {
  const uint8_t rd = fullHigh(b);
  const uint8_t source = fullLow(b);
  const bool second = field(b, 12, 12) != 0;
  if (source != 0)
    return make(Opcode::Add, rd, second ? rd : zero, source, 0);
  if (rd != 0)
    return make(Opcode::Jalr, second ? linkRegister : zero, rd, 0, 0);
  return second ? make(Opcode::Ebreak, 0, 0, 0, 0) : Instruction();
}

Instruction quadrant2(uint32_t b) {
  const uint8_t rd = fullHigh(b);
  switch (b >> 13) {
  case 0:
    return make(Opcode::Slli, rd, rd, 0, shiftOf(b));
  case 2: // a load into x0 is reserved
    return rd ? make(Opcode::Lw, rd, stackPointer, 0, wordLoadStack(b))
              : Instruction();
  case 3:
    return rd ? make(Opcode::Ld, rd, stackPointer, 0, doubleLoadStack(b))
              : Instruction();
  case 4:
    return jumpOrMove(b);
  case 6:
    return make(Opcode::Sw, 0, stackPointer, fullLow(b), wordStoreStack(b));
  case 7:
    return make(Opcode::Sd, 0, stackPointer, fullLow(b), doubleStoreStack(b));
  default:
    return {};
  }
}

Instruction decodeQuadrant(uint16_t bits) {
  switch (bits & 3) {
  case 0:
    return quadrant0(bits);
  case 1:
    return quadrant1(bits);
  default:
    return quadrant2(bits);
  }
}

} // namespace

Instruction decodeCompressed(uint16_t bits) {
  Instruction result = decodeQuadrant(bits);
  result.length = 2;
  result.bits = bits;
  return result;
}

} // namespace dpa::cpu
