// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a fragment, and how often its blocks run by them.
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
