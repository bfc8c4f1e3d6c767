// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which guest registers a fragment has to load where it is entered and to store
// where it is left, for each block. Emits nothing.
#ifndef DPA_EMULATOR_CPU_JIT_REGISTER_FLOW_H
#define DPA_EMULATOR_CPU_JIT_REGISTER_FLOW_H

#include "emulator/cpu/jit/fragment.h"

namespace dpa::cpu::jit {

/// Sets of guest registers at the start of a block, bit by bit.
struct BlockRegisters {
  uint32_t stale = 0; ///< the fragment may have written them
  uint32_t needed =
      0; ///< read before they are written, or stored, until an exit
};

/// Whether a step is an indirect jump that looks up its target in the fragment.
bool looksUpTarget(const Fragment &fragment, const Step &step);

/// For each block. `hasTargets`: jumps for which looksUpTarget() is true may lead to
/// target blocks.
std::vector<BlockRegisters> registerFlow(const Fragment &fragment,
                                         bool hasTargets);

/// For each guest register: the gain of a host register for it between blocks. Each
/// use saves an access of its cell; loads at entries and stores at exits have a cost.
std::array<double, 32> gainsOfPlaces(const Fragment &fragment,
                                     const std::vector<BlockRegisters> &flow);

} // namespace dpa::cpu::jit

#endif
