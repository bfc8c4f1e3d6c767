// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the handlers call rarely: finding the place of a trap, linking blocks.
#include "emulator/cpu/interpreter.h"

#include "emulator/cpu/observer.h"

namespace dpa::cpu {

Operation pairOf(Operation first, Operation second) {
  struct Pair {
    Operation first;
    Operation second;
    Operation both;
  };
  static constexpr Pair pairs[] = {
#define PAIR(firstKind, first, secondKind, second)                             \
  {Operation::first, Operation::second, Operation::first##Then##second},
#include "emulator/cpu/pairs.def"
  };
  constexpr auto singles = static_cast<size_t>(Operation::CheckStack);
  // Constant: harts may still decode while the program's exit handlers run.
  static constexpr auto theTable = [] {
    std::array<std::array<Operation, singles>, singles> table{};
    for (auto &row : table)
      row.fill(Operation::Illegal);
    for (const Pair &pair : pairs)
      table[static_cast<size_t>(pair.first)][static_cast<size_t>(pair.second)] =
          pair.both;
    return table;
  }();
  const auto row = static_cast<size_t>(first);
  const auto column = static_cast<size_t>(second);
  return row < singles && column < singles ? theTable[row][column]
                                           : Operation::Illegal;
}

void leaveAt(HartState &hart, const Op *op, int64_t fuel) {
  const Block &block = blockOf(op);
  const InstructionPlace &place = block.places()[op->index];
  hart.pc =
      block.address + static_cast<uint64_t>(static_cast<int64_t>(place.offset));
  hart.fuel = fuel - place.retiredBefore;
  hart.isAtHead = false;
}

void leaveAfter(HartState &hart, const Op *op, int64_t fuel) {
  leaveAt(hart, op, fuel - 1);
  hart.pc += blockOf(op).places()[op->index].length;
}

void reportFence(HartState &hart, const Op *op) {
  constexpr unsigned before = 24;
  constexpr unsigned after = 20;
  constexpr uint32_t set = 0xf;
  constexpr uint32_t hint = 0xfff;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  const auto bits = static_cast<uint32_t>(op->immediate);
  hart.memory.options.observer->fence({hart.self, addressOf(op),
                                       bits >> before & set,
                                       bits >> after & set, bits & hint});
}

void notePlace(HartState &hart, const Op *op) {
  hart.pc = addressOf(op);
  hart.observedBits = static_cast<uint32_t>(op->immediate);
}

const Op *follow(HartState &hart, std::atomic<const Op *> &link,
                 uint64_t address, bool isHead) {
  hart.pc = address;
  const Op *target = isHead ? hart.enterHead() : hart.enter();
  if (target != nullptr)
    link.store(target, std::memory_order_release);
  return target;
}

} // namespace dpa::cpu
