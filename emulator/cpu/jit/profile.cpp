// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts of blocks become counts of instructions. Collects the targets of all
// indirect jumps, and how often hot blocks are entered from other code.
#include "emulator/cpu/jit/profile.h"

#include <algorithm>

namespace dpa::cpu::jit {
namespace {

constexpr size_t hotMax = 3000; ///< instructions

} // namespace

Profile::Profile(const TracedBlocks &traced,
                 const std::vector<bool> &isCounted) {
  count(traced, isCounted);
  findTargets(traced);
  for (const TracedBlock &block : traced.blocks())
    if (isHot(block.address))
      leaders_.push_back(block.address);
}

void Profile::count(const TracedBlocks &traced,
                    const std::vector<bool> &isCounted) {
  std::vector<uint64_t> runs(traced.blocks().size());
  for (size_t i = 0; i < traced.sequence().size(); ++i)
    if (isCounted[i] && traced.sequence()[i] != TracedBlocks::none)
      ++runs[traced.sequence()[i]];
  std::vector<uint64_t> addresses;
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i] == 0)
      continue;
    for (const uint64_t address : traced.blocks()[i].instructions) {
      uint64_t &count = counts_[address];
      if (count == 0)
        addresses.push_back(address);
      count += runs[i];
    }
  }
  chooseHot(addresses);
  for (const uint64_t address : addresses) {
    const uint64_t runs = countOf(address);
    allRuns_ += runs;
    hotRuns_ += runs >= limit_ ? runs : 0;
  }
}

void Profile::findTargets(const TracedBlocks &traced) {
  const TracedBlock *before = nullptr;
  for (const uint32_t index : traced.sequence()) {
    const TracedBlock *block =
        index == TracedBlocks::none ? nullptr : &traced.blocks()[index];
    if (before != nullptr && block != nullptr) {
      if (before->endsIndirect())
        addTarget(before->last, block->address);
      if (!isHot(before->last) && isHot(block->address))
        ++entered_[block->address];
    }
    before = block;
  }
  for (const TracedBlock &block : traced.blocks())
    if (block.endsIndirect()) {
      std::vector<Target> &targets = targets_[block.last];
      std::sort(targets.begin(), targets.end(),
                [](const Target &a, const Target &b) {
                  return a.count != b.count ? a.count > b.count
                                            : a.address < b.address;
                });
    }
}

void Profile::addTarget(uint64_t site, uint64_t address) {
  std::vector<Target> &targets = targets_[site];
  const auto known =
      std::find_if(targets.begin(), targets.end(),
                   [&](const Target &t) { return t.address == address; });
  if (known == targets.end())
    targets.push_back({address, 1});
  else
    ++known->count;
}

void Profile::chooseHot(std::vector<uint64_t> &addresses) {
  if (addresses.size() <= hotMax)
    return;
  std::sort(addresses.begin(), addresses.end(),
            [&](uint64_t a, uint64_t b) { return countOf(a) > countOf(b); });
  limit_ = countOf(addresses[hotMax]) + 1;
}

} // namespace dpa::cpu::jit
