// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host registers within long code that no branch leaves: a block, or several of which
// each but the first follows the one before it only (a chain). A fragment gives its host registers to
// the guest registers that it uses most; a block with more live values than
// that would load and store the others at each use. Given a block and the
// places of the fragment, returns which guest register moves into which place
// before which step, if that saves accesses; at the end of the block all are
// back in the places of the fragment. Emits nothing.
#ifndef DPA_EMULATOR_CPU_JIT_LOCAL_REGISTERS_H
#define DPA_EMULATOR_CPU_JIT_LOCAL_REGISTERS_H

#include "emulator/cpu/jit/fragment.h"

#include <span>

namespace dpa::cpu::jit {

/// By guest register: the place in the host's pool, or -1.
using Places = std::array<int8_t, 32>;

/// Before a step: what was in the place is stored if its cell is stale.
struct RegisterMove {
  size_t step = 0; ///< of the chain
  uint8_t guest = 0;
  int8_t place = 0;
  bool isLoaded = false; ///< else the step replaces its value unread
};

/// In the order of steps; empty: the chain keeps the places of the fragment.
std::vector<RegisterMove> planMoves(std::span<const FragmentBlock> chain,
                                    const Places &places,
                                    const std::array<bool, 32> &writes,
                                    int poolSize);

} // namespace dpa::cpu::jit

#endif
