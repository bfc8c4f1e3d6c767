// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The opcodes, and what each is: its kind, which registers it reads and writes, whether it is a
// jump. Translating asks for it many times for each instruction, so the answers are tables.
#ifndef DPA_EMULATOR_CPU_OPCODE_H
#define DPA_EMULATOR_CPU_OPCODE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace dpa::cpu {

enum class Opcode : uint8_t {
  Illegal,
#define VALUE(name, match, extension, value) name,
#define LOAD(name, match, type) name,
#define STORE(name, match, type) name,
#define BRANCH(name, match, condition) name,
#define AMO(name, match, type, operation) name,
#define LOAD_RESERVED(name, match, type) name,
#define STORE_CONDITIONAL(name, match, type) name,
#define SPECIAL(name, mask, match, extension) name,
#define SYSTEM(name, mask, match) name,
#include "emulator/cpu/instructions.def"
};

/// Which row macro of instructions.def made an opcode.
enum class Kind : uint8_t {
  Illegal,
  Register,
  Immediate, ///< also shifts and unary operations
  Load,
  Store,
  Branch,
  Amo,
  LoadReserved,
  StoreConditional,
  Special,
  System,
};

inline constexpr Kind kindsOfOpcodes[] = {
    Kind::Illegal,
#define REGISTER(name, match, extension, value) Kind::Register,
#define IMMEDIATE(name, match, extension, value) Kind::Immediate,
#define SHIFT(name, match, extension, value) Kind::Immediate,
#define SHIFTW(name, match, extension, value) Kind::Immediate,
#define UNARY(name, match, extension, value) Kind::Immediate,
#define LOAD(name, match, type) Kind::Load,
#define STORE(name, match, type) Kind::Store,
#define BRANCH(name, match, condition) Kind::Branch,
#define AMO(name, match, type, operation) Kind::Amo,
#define LOAD_RESERVED(name, match, type) Kind::LoadReserved,
#define STORE_CONDITIONAL(name, match, type) Kind::StoreConditional,
#define SPECIAL(name, mask, match, extension) Kind::Special,
#define SYSTEM(name, mask, match) Kind::System,
#include "emulator/cpu/instructions.def"
};

constexpr Kind kindOf(Opcode opcode) {
  return kindsOfOpcodes[static_cast<size_t>(opcode)];
}

/// True for jal, jalr.
constexpr bool isJump(Opcode opcode) {
  return opcode == Opcode::Jal || opcode == Opcode::Jalr;
}

constexpr bool isBranch(Opcode opcode) {
  return kindOf(opcode) == Kind::Branch;
}

/// True for what traps or leaves instead of retiring.
constexpr bool isTrap(Opcode opcode) {
  const Kind kind = kindOf(opcode);
  return kind == Kind::Illegal || kind == Kind::System ||
         opcode == Opcode::Ecall || opcode == Opcode::Ebreak;
}

/// Whether an opcode reads rs1, reads rs2, writes rd.
struct RegisterUse {
  bool rs1 = false;
  bool rs2 = false;
  bool rd = false;
};

constexpr RegisterUse findRegisterUse(Opcode opcode) {
  switch (kindOf(opcode)) {
  case Kind::Register:
  case Kind::Amo:
  case Kind::StoreConditional:
    return {true, true, true};
  case Kind::Immediate:
  case Kind::Load:
  case Kind::LoadReserved:
    return {true, false, true};
  case Kind::Store:
  case Kind::Branch:
    return {true, true, false};
  case Kind::Special:
    return {opcode == Opcode::Jalr, false,
            isJump(opcode) || opcode == Opcode::Lui || opcode == Opcode::Auipc};
  default:
    return {false, false, false};
  }
}

inline constexpr auto registerUses = [] {
  std::array<RegisterUse, std::size(kindsOfOpcodes)> uses;
  for (size_t i = 0; i < uses.size(); ++i)
    uses[i] = findRegisterUse(static_cast<Opcode>(i));
  return uses;
}();

constexpr RegisterUse registerUse(Opcode opcode) {
  return registerUses[static_cast<size_t>(opcode)];
}

} // namespace dpa::cpu

#endif
