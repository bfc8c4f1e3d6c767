// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decodes each block of a trace once.
#include "emulator/cpu/jit/traced-blocks.h"

#include "emulator/cpu/folding.h"

namespace dpa::cpu::jit {
namespace {

TracedBlock read(CodeView &view, const CodeRegion &region, const Block &block) {
  TracedBlock result;
  result.address = block.address;
  uint64_t address = block.address;
  Instruction instruction;
  uint64_t fault = 0;
  for (uint32_t i = 0; i < block.retires; ++i) {
    if (!view.fetchOrBreak(region, address, instruction, fault))
      break;
    result.instructions.push_back(address);
    result.last = address;
    result.end = instruction;
    // A block of the interpreter continues behind a plain jump.
    address = instruction.opcode == Opcode::Jal && instruction.rd == 0
                  ? targetOf(address, instruction)
                  : address + instruction.length;
  }
  return result;
}

} // namespace

TracedBlocks::TracedBlocks(CodeView &view, const CodeRegion &region,
                           const BlockTrace &trace) {
  AddressMap<uint32_t> indexes; // plus one
  sequence_.reserve(trace.blocks().size());
  for (const Block *block : trace.blocks()) {
    if (block == nullptr) {
      sequence_.push_back(none);
      continue;
    }
    uint32_t &index = indexes[block->address];
    if (index == 0) {
      blocks_.push_back(read(view, region, *block));
      index = static_cast<uint32_t>(blocks_.size());
    }
    sequence_.push_back(blocks_[index - 1].instructions.empty() ? none
                                                                : index - 1);
  }
}

} // namespace dpa::cpu::jit
