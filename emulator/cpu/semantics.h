// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of instructions.def as functions of an operation that is known at
// compile time: what it computes, when it branches, which cell it accesses. The
// handlers are made of these.
#ifndef DPA_EMULATOR_CPU_SEMANTICS_H
#define DPA_EMULATOR_CPU_SEMANTICS_H

#include "emulator/cpu/arithmetic.h"
#include "emulator/cpu/op.h"

#include <bit>

namespace dpa::cpu {

/// The value for rd of an operation without side effects; a = rs1, b = rs2, i =
/// sign-extended immediate.
template <Operation O>
uint64_t valueOf([[maybe_unused]] uint64_t a, [[maybe_unused]] uint64_t b,
                 [[maybe_unused]] uint64_t i) {
  switch (O) {
#define VALUE(name, match, extension, value)                                   \
  case Operation::name:                                                        \
    return (value);
#include "emulator/cpu/instructions.def"
  case Operation::Copy:
    return a;
  case Operation::Constant:
    return i;
  case Operation::ConstantUnsigned:
    return static_cast<uint32_t>(i);
  case Operation::ConstantHigh:
    return i << 32;
  case Operation::OrUnsigned:
    return a | static_cast<uint32_t>(i);
  case Operation::ShiftTwice:
    return a << (i & 63) >> (i >> 8);
  default:
    __builtin_unreachable();
  }
}

/// True if the branch is taken.
template <Operation O> bool isTaken(uint64_t a, uint64_t b) {
  switch (O) {
#define BRANCH(name, match, condition)                                         \
  case Operation::name:                                                        \
    return condition;
#include "emulator/cpu/instructions.def"
  default:
    __builtin_unreachable();
  }
}

/// The type in memory of a load or a store.
template <Operation O> struct CellOf;
#define LOAD(name, match, type)                                                \
  template <> struct CellOf<Operation::name> {                                 \
    using Type = type;                                                         \
  };
#define STORE(name, match, type) LOAD(name, match, type)
#include "emulator/cpu/instructions.def"
template <Operation O> using Cell = typename CellOf<O>::Type;

} // namespace dpa::cpu

#endif
