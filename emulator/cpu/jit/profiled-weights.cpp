// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often the blocks of a fragment run, are entered and are left, by the counts
// of a profile instead of estimates.
#include "emulator/cpu/jit/fragment.h"
#include "emulator/cpu/jit/profile.h"

namespace dpa::cpu::jit {
namespace {

constexpr double rare =
    0.01; ///< weight of code that the trace does not contain
/// Addresses with which a return compares at most before it looks up its target.
constexpr size_t returnsMax = 2;
/// A return compares with an address if it is at least one of so many targets.
constexpr uint64_t returnShare = 4;

class Weigher {
public:
  Weigher(const Fragment &fragment, const Profile &profile)
      : fragment_(fragment), profile_(profile) {}

  void weigh(FragmentBlock &block) const {
    block.weight = std::max(rare, double(profile_.countOf(block.address)));
    block.entering = double(profile_.enteredOf(block.address));
    const Step *last = block.steps.empty() ? nullptr : &block.steps.back();
    if (last != nullptr && last->opcode == Opcode::Jalr)
      return weighIndirect(block, *last);
    double leaving = 0;
    if (last != nullptr && (isBranch(last->opcode) || isJump(last->opcode)))
      leaving += leavingBy(block, static_cast<uint64_t>(last->immediate));
    if (last == nullptr || !isJump(last->opcode))
      leaving += leavingBy(block, block.next);
    block.leaving = leaving;
  }

private:
  /// One of the ways out of the block leads to the address.
  double leavingBy(const FragmentBlock &block, uint64_t address) const {
    return fragment_.find(address) != nullptr
               ? 0
               : std::min(block.weight, double(profile_.countOf(address)));
  }

  /// Whether an indirect jump may lead there within the fragment. Blocks that begin only because another
  /// was full have registers at other places.
  bool isReachable(uint64_t address) const {
    const FragmentBlock *block = fragment_.find(address);
    return block != nullptr && !block->isContinuation;
  }

  void weighIndirect(FragmentBlock &block, const Step &last) const {
    const auto &targets = profile_.targetsOf(last.address);
    uint64_t all = 0;
    for (const Profile::Target &target : targets)
      all += target.count;
    double leaving = 0;
    for (const Profile::Target &target : targets)
      if (!isReachable(target.address))
        leaving += double(target.count);
      else if (isReturn(last) && block.returns.size() < returnsMax &&
               target.count * returnShare >= all)
        block.returns.push_back(target.address);
    block.leaving = leaving;
  }

  const Fragment &fragment_;
  const Profile &profile_;
};

} // namespace

void useProfile(Fragment &fragment, const Profile &profile) {
  const Weigher weigher(fragment, profile);
  for (FragmentBlock &block : fragment.blocks)
    weigher.weigh(block);
}

} // namespace dpa::cpu::jit
