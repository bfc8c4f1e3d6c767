// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bits of a result are undefined, given the operands and their undefined bits:
// the rules of valgrind's memcheck, in their exact forms where there are some. A bit
// that the undefined bits cannot change is defined. Pure functions.
#ifndef DPA_EMULATOR_CPU_UNDEFINED_BITS_H
#define DPA_EMULATOR_CPU_UNDEFINED_BITS_H

#include "emulator/cpu/op.h"

namespace dpa::cpu {

/// A value, and which of its bits are undefined.
struct PartialValue {
  uint64_t value = 0;
  uint64_t undefined = 0;
};

/// Of the result of an operation that computes a value of a = rs1, b = rs2 and the
/// sign-extended immediate.
uint64_t undefinedBits(Operation operation, const PartialValue &a,
                       const PartialValue &b, uint64_t immediate);

/// Whether the undefined bits of the operands decide a branch.
bool isUndecided(Operation branch, const PartialValue &a,
                 const PartialValue &b);

} // namespace dpa::cpu

#endif
