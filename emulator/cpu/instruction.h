// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One decoded instruction, and the decoder: instruction bits to operation and
// operands. A compressed instruction becomes the 32-bit one that it
// abbreviates. Knows nothing of addresses or state; bits without a meaning
// become Illegal.
#ifndef DPA_EMULATOR_CPU_INSTRUCTION_H
#define DPA_EMULATOR_CPU_INSTRUCTION_H

#include "emulator/cpu/isa.h"
#include "emulator/cpu/opcode.h"

namespace dpa::cpu {

struct Instruction {
  Opcode opcode = Opcode::Illegal;
  uint8_t rd = 0;
  uint8_t rs1 = 0;
  uint8_t rs2 = 0;
  uint8_t length = 4;    ///< bytes
  int32_t immediate = 0; ///< Lui and Auipc: already shifted; Jal and branches:
                         ///< relative to the instruction
  uint32_t bits = 0;     ///< as fetched
};

/// The bits of the system instruction that stands for a breakpoint; no real one has
/// them.
constexpr uint32_t breakpointBits = 0;

/// True if the halfword begins a 32-bit instruction (or a longer one, which no
/// extension here has).
constexpr bool isWide(uint16_t firstHalf) {
  return (firstHalf & 3) == 3;
}

Instruction decodeWide(uint32_t bits, const Isa &isa);
Instruction decodeCompressed(uint16_t bits);

} // namespace dpa::cpu

#endif
