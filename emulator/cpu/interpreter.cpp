// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the handlers call rarely: finding the place of a trap, linking blocks,
// resting.
#include "emulator/cpu/interpreter.h"

namespace dpa::cpu {

void leaveAt(Hart::Impl &hart, const Op *op, int64_t fuel) {
  const Block &block = blockOf(op);
  const InstructionPlace &place = block.places[op->index];
  hart.pc =
      block.address + static_cast<uint64_t>(static_cast<int64_t>(place.offset));
  hart.fuel = fuel - place.retiredBefore;
}

const Op *follow(Hart::Impl &hart, std::atomic<const Op *> &link,
                 uint64_t address) {
  hart.pc = address;
  const Op *target = hart.enter();
  if (target != nullptr)
    link.store(target, std::memory_order_release);
  return target;
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

} // namespace dpa::cpu
