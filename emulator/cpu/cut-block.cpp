// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copy has the layout of a block, so that traps find their places.
#include "emulator/cpu/cut-block.h"

#include <algorithm>
#include <new>

namespace dpa::cpu {
namespace {

constexpr size_t headerOps = sizeof(Block) / sizeof(Op);
constexpr size_t exitOps = sizeof(BlockExit) / sizeof(Op);

/// With its own handler: that in the block may be replaced at this moment.
Op firstOp(const Block &block) {
  const Op &first = *block.ops();
  return {block.firstHandler, first.rd,    first.rs1,
          first.rs2,          first.index, first.immediate};
}

} // namespace

const Op *CutBlock::cut(const Op *from, uint32_t end) {
  const Block &block = blockOf(from);
  const size_t count = block.opCount;
  rest_ = nullptr;
  size_t index = from->index;
  while (index < count && block.places()[index].retiredBefore < end)
    ++index;
  if (index == count)
    return block.retires <= end ? from : nullptr;
  if (index == from->index || block.places()[index].retiredBefore != end ||
      block.places()[index - 1].retiredBefore + 1U != end)
    return nullptr;
  rest_ = block.ops() + index;
  copy(block, from->index, index);
  return memory_.data() + headerOps + from->index;
}

void CutBlock::copy(const Block &block, size_t from, size_t end) {
  const size_t placesOps =
      ((end + 1) * sizeof(InstructionPlace) - 1) / sizeof(Op) + 1;
  const size_t size = headerOps + end + 1 + exitOps + placesOps;
  if (memory_.size() < size)
    memory_.resize(size);
  Op *const ops = memory_.data() + headerOps;
  auto *const places =
      reinterpret_cast<InstructionPlace *>(ops + end + 1 + exitOps);
  if (from == 0)
    ops[0] = firstOp(block);
  const size_t second = std::max<size_t>(from, 1);
  std::copy(block.ops() + second, block.ops() + end, ops + second);
  std::copy(block.places() + from, block.places() + end + 1, places + from);
  // Its handler may be that of a pair with the op that is cut off.
  ops[end - 1].run = handlerOf(block.places()[end - 1].operation);
  const uint8_t retired = block.places()[end].retiredBefore;
  ops[end] = {handlerOf(Operation::Jump),
              SinkRegister,
              0,
              retired,
              static_cast<uint8_t>(end),
              0};
  const uint64_t next = addressOf(rest_);
  auto *exit =
      new (ops + end + 1) BlockExit{nullptr, nullptr, false, next, 0, {}, {}};
  exit->linkTaken.run = handlerOf(Operation::LinkTaken);
  exit->taken.store(&exit->linkTaken, std::memory_order_relaxed);
  new (memory_.data()) Block{.address = block.address,
                             .firstHandler = ops[0].run,
                             .opCount = static_cast<uint16_t>(end + 1),
                             .retires = retired};
}

} // namespace dpa::cpu
