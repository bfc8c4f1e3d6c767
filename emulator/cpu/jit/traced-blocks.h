// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The blocks of a trace with their instructions: how often each was run, and how
// it ends. Reads guest code; changes nothing.
#ifndef DPA_EMULATOR_CPU_JIT_TRACED_BLOCKS_H
#define DPA_EMULATOR_CPU_JIT_TRACED_BLOCKS_H

#include "emulator/cpu/block-trace.h"
#include "emulator/cpu/code-view.h"
#include "emulator/cpu/jit/address-map.h"

#include <vector>

namespace dpa::cpu::jit {

struct TracedBlock {
  uint64_t address = 0;
  uint64_t last = 0;                  ///< address of the last instruction
  Instruction end;                    ///< the last instruction
  std::vector<uint64_t> instructions; ///< addresses, in the order they run

  bool endsIndirect() const { return end.opcode == Opcode::Jalr; }
};

class TracedBlocks {
public:
  static constexpr uint32_t none = UINT32_MAX; ///< between two slices

  /// Code outside of `region` is left out. Under the cache's lock.
  TracedBlocks(CodeView &view, const CodeRegion &region,
               const BlockTrace &trace);

  const std::vector<TracedBlock> &blocks() const { return blocks_; }
  /// Indexes of blocks, in the order they were run.
  const std::vector<uint32_t> &sequence() const { return sequence_; }

private:
  std::vector<TracedBlock> blocks_;
  std::vector<uint32_t> sequence_;
};

} // namespace dpa::cpu::jit

#endif
