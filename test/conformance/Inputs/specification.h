// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The 32-bit instructions of the specification as a table for tests: bits, form, extension, and the
// result. Written from the RISC-V manuals, independently of the emulator's own table, so that one
// checks the other. Includes nothing of the emulator.
#ifndef TEST_CONFORMANCE_SPECIFICATION_H
#define TEST_CONFORMANCE_SPECIFICATION_H

#include <cstdint>
#include <ostream>
#include <span>

namespace conformance {

enum class Form : uint8_t {
  Register,  ///< rd = value(rs1, rs2)
  Immediate, ///< rd = value(rs1, sign-extended immediate)
  Shift,     ///< rd = value(rs1, amount below 64)
  ShiftWord, ///< rd = value(rs1, amount below 32)
  Unary,     ///< rd = value(rs1)
  Load,      ///< rd = value(cell)
  Store,     ///< cell = value(rs2)
  Branch,    ///< value(rs1, rs2) is 1 if taken
  Amo, ///< rd = old cell, cell = value(old, rs2); both sign-extended from the cell's width
  LoadReserved,
  StoreConditional,
  Upper, ///< lui and auipc
  Jump,  ///< jal
  JumpRegister,
  Fence,       ///< fence and fence.i: other fields than the opcode are ignored
  Pause,       ///< a hint, encoded as a fence
  Environment, ///< ecall, ebreak
  MachineOnly, ///< mret, wfi
  Csr,
};

enum class Set : uint8_t { Base, Zba, Zbb, Zbs };

struct Row {
  const char *name;
  Form form;
  Set set;
  uint32_t match;
  uint8_t bytes; ///< of the memory cell; 0: none
  uint64_t (*value)(uint64_t a, uint64_t b);

  /// Bits that must be as in `match`.
  uint32_t mask() const;
};

/// For GoogleTest.
inline void PrintTo(const Row &row, std::ostream *out) {
  *out << row.name;
}

/// All of rv64imac_zba_zbb_zbs_zicntr_zicsr_zifencei_zihintpause that is 32 bits long, and mret and
/// wfi.
std::span<const Row> specification();

/// The row that matches the bits, or null if they are illegal.
const Row *rowOf(uint32_t bits);

} // namespace conformance

#endif
