// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions a fragment contains together with their callers, so that guest
// registers stay in host registers over the call and the return: short ones, called
// in loops. Reads code; emits nothing.
#ifndef DPA_EMULATOR_CPU_JIT_CALLEES_H
#define DPA_EMULATOR_CPU_JIT_CALLEES_H

#include "emulator/cpu/jit/fragment.h"

namespace dpa::cpu::jit {

/// What a callee has at most.
constexpr size_t calleeInstructionsMax = 128;

/// Whether the code at the address that has run is short, returns, and calls
/// nothing.
bool isShortLeaf(CodeView &view, const CodeRegion &region, uint64_t address);

/// A call in code of the fragment.
struct Call {
  uint64_t from = 0;   ///< address of the jump
  uint64_t target = 0; ///< 0: not known
  uint64_t next = 0;   ///< return address
  bool isLeaf = false; ///< calls a short leaf
  double weight = 1;
};

/// Whether a loop contains the call, and the innermost one mostly calls short
/// leaves: other calls store and load the registers of callees, too.
bool isInLoopOfLeaves(const std::vector<Call> &calls, const Call &call,
                      const Loops &loops);

/// A function that is part of the fragment.
struct Callee {
  uint64_t address = 0;
  std::vector<Call> calls; ///< at least one
};

/// Sets the weights of the callees' blocks: a callee runs as often as its most
/// frequent caller. Sets where they return to.
void connectCallees(Fragment &fragment, std::vector<Callee> &callees);

} // namespace dpa::cpu::jit

#endif
