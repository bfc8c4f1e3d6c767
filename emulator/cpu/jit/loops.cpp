// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a fragment, how often its blocks run by them, and the uses of its
// registers by that.
#include "emulator/cpu/jit/fragment.h"

#include <algorithm>

namespace dpa::cpu::jit {
namespace {

constexpr double loopWeight = 8;

} // namespace

void weighBlocks(std::vector<FragmentBlock> &blocks, const Loops &loops) {
  std::vector<uint64_t> firsts;
  std::vector<uint64_t> lasts;
  for (const auto &[first, last] : loops.lastByFirst()) {
    firsts.push_back(first);
    lasts.push_back(last);
  }
  std::sort(lasts.begin(), lasts.end());
  for (FragmentBlock &block : blocks) {
    const auto begun =
        std::upper_bound(firsts.begin(), firsts.end(), block.address) -
        firsts.begin();
    const auto ended =
        std::lower_bound(lasts.begin(), lasts.end(), block.address) -
        lasts.begin();
    for (auto depth = begun - ended; depth > 0; --depth)
      block.weight *= loopWeight;
  }
}

void countUses(Fragment &fragment) {
  for (const FragmentBlock &block : fragment.blocks)
    for (const Step &step : block.steps) {
      const RegisterUse use = registerUse(step.opcode);
      if (use.rs1)
        fragment.uses[step.rs1] += block.weight;
      if (use.rs2)
        fragment.uses[step.rs2] += block.weight;
      if (use.rd) {
        fragment.uses[step.rd] += block.weight;
        fragment.writes[step.rd] = true;
      }
    }
  fragment.uses[0] = 0;
  fragment.writes[0] = false;
}

std::optional<Loops::Range> Loops::innermost(uint64_t address) const {
  std::optional<Range> result;
  for (const auto &[first, last] : lastByFirst_) {
    const Range loop{first, last};
    if (loop.contains(address) &&
        (!result || last - first < result->last - result->first))
      result = loop;
  }
  return result;
}

} // namespace dpa::cpu::jit
