// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What translated code refers to while it runs: sites (instructions that may
// need C++), links (jumps out of a fragment), and the way out. A site's
// function does the whole instruction as the interpreter does.
#ifndef DPA_EMULATOR_CPU_JIT_RUNTIME_H
#define DPA_EMULATOR_CPU_JIT_RUNTIME_H

#include "emulator/cpu/instruction.h"
#include "emulator/cpu/jit/code-memory.h"

namespace dpa::cpu {
class CodeView;
struct HotState;
struct Op;
} // namespace dpa::cpu

namespace dpa::cpu::jit {

struct Site;

/// False: the hart leaves, with pc, fuel and why set. On entry hart.fuel is
/// what is left after the whole block and those before it, as far as they have taken theirs.
using SiteFunction = bool (*)(HotState &state, const Site &site);

struct Site {
  SiteFunction run = nullptr;
  uint64_t address = 0;
  uint64_t next = 0;
  int64_t immediate = 0;
  /// Added to hart.fuel, it gives the fuel that is left before this instruction: those of the block from
  /// here on, minus what blocks take later.
  int32_t notRetired = 0;
  uint8_t rd = 0;
  uint8_t rs1 = 0;
  uint8_t rs2 = 0;
};

/// Where an exit of a fragment leads. In the code memory, and in one cache line: new code often comes
/// from the cache of another processor, where each line costs as much time as some blocks.
struct alignas(32) Link {
  /// The code at the address; until that is known, the gate that leaves with this link.
  LinkSlot code{nullptr};
  /// The block at the address, after a hart has looked for it.
  std::atomic<const Op *> block{nullptr};
  uint64_t address = 0;
  Link *self =
      nullptr; ///< in the writable view; code leaves with the executable one
};
static_assert(sizeof(Link) == 32);

/// Left: the hart stops, everything is set. Unlinked: continues at pc.
extern const Link leftLink;
extern const Link unlinked;

/// The function that executes an instruction of this opcode.
SiteFunction siteFunction(Opcode opcode);
/// Raises StackOverflow for the value in x[StackCandidate].
bool raiseStackOverflow(HotState &state, const Site &site);

} // namespace dpa::cpu::jit

#endif
