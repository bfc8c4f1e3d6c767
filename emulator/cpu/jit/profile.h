// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often instructions ran in a trace, and where jumps led. Emits nothing.
#ifndef DPA_EMULATOR_CPU_JIT_PROFILE_H
#define DPA_EMULATOR_CPU_JIT_PROFILE_H

#include "emulator/cpu/jit/traced-blocks.h"

namespace dpa::cpu::jit {

class Profile {
public:
  struct Target {
    uint64_t address = 0;
    uint64_t count = 0;
  };

  /// `isCounted`: for each position of the sequence, whether it counts.
  Profile(const TracedBlocks &traced, const std::vector<bool> &isCounted);

  uint64_t countOf(uint64_t address) const {
    const uint64_t *count = counts_.find(address);
    return count == nullptr ? 0 : *count;
  }
  /// Whether it is one of the instructions that run most often.
  bool isHot(uint64_t address) const { return countOf(address) >= limit_; }
  /// Where the indirect jump at an address led, most frequent first.
  const std::vector<Target> &targetsOf(uint64_t site) const {
    static const std::vector<Target> none;
    const std::vector<Target> *targets = targets_.find(site);
    return targets == nullptr ? none : *targets;
  }
  /// Hot first instructions of blocks.
  const std::vector<uint64_t> &leaders() const { return leaders_; }
  /// How often the hot block at an address was entered from code that is not hot.
  uint64_t enteredOf(uint64_t address) const {
    const uint64_t *count = entered_.find(address);
    return count == nullptr ? 0 : *count;
  }
  /// Whether the hot instructions are most of those that ran: code of which each part
  /// runs rarely would leave one fragment as often as the present ones.
  bool coversMost() const { return hotRuns_ * 4 >= allRuns_ * 3; }
  bool isEmpty() const { return leaders_.empty(); }

private:
  void count(const TracedBlocks &traced, const std::vector<bool> &isCounted);
  void findTargets(const TracedBlocks &traced);
  void addTarget(uint64_t site, uint64_t address);
  void chooseHot(std::vector<uint64_t> &addresses);

  AddressMap<uint64_t> counts_;
  AddressMap<uint64_t> entered_;
  AddressMap<std::vector<Target>> targets_; ///< by the address of the jump
  std::vector<uint64_t> leaders_;
  uint64_t limit_ = 1;
  uint64_t allRuns_ = 0; ///< of instructions
  uint64_t hotRuns_ = 0;
};

} // namespace dpa::cpu::jit

#endif
