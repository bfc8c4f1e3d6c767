// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function is walked as the search for a fragment does, until it is too long.
#include "emulator/cpu/jit/callees.h"

#include "emulator/cpu/jit/address-map.h"

#include <algorithm>

namespace dpa::cpu::jit {
namespace {

/// Return addresses with which the end of a callee compares at most.
constexpr size_t returnsOfCallee = 4;

class Walker {
public:
  Walker(CodeView &view, const CodeRegion &region)
      : view_(view), region_(region) {}

  bool isShortLeaf(uint64_t address) {
    work_.push_back(address);
    while (!work_.empty()) {
      const uint64_t next = work_.back();
      work_.pop_back();
      if (!walk(next))
        return false;
    }
    return returns_;
  }

private:
  /// A straight path. False: the function does not qualify.
  bool walk(uint64_t address) {
    for (;;) {
      bool &isSeen = seen_[address];
      if (isSeen)
        return true;
      isSeen = true;
      Instruction instruction;
      uint64_t fault = 0;
      if (++count_ > calleeInstructionsMax ||
          !view_.fetchOrBreak(region_, address, instruction, fault) ||
          isTrap(instruction.opcode))
        return false;
      const uint64_t next = address + instruction.length;
      if (isBranch(instruction.opcode)) {
        add(targetOf(address, instruction));
        add(next);
        return true;
      }
      if (isReturn(instruction)) {
        returns_ = true;
        return true;
      }
      if (isJump(instruction.opcode)) {
        if (instruction.opcode != Opcode::Jal || instruction.rd != 0)
          return false;
        add(targetOf(address, instruction));
        return true;
      }
      address = next;
    }
  }

  /// What has not run is rare.
  void add(uint64_t address) {
    if (region_.find(address) != nullptr)
      work_.push_back(address);
  }

  CodeView &view_;
  const CodeRegion &region_;
  AddressMap<bool> seen_;
  std::vector<uint64_t> work_;
  size_t count_ = 0;
  bool returns_ = false;
};

} // namespace

bool isShortLeaf(CodeView &view, const CodeRegion &region, uint64_t address) {
  return Walker(view, region).isShortLeaf(address);
}

bool isInLoopOfLeaves(const std::vector<Call> &calls, const Call &call,
                      const Loops &loops) {
  const std::optional<Loops::Range> loop = loops.innermost(call.from);
  if (!loop)
    return false;
  size_t leaves = 0;
  size_t others = 0;
  for (const Call &each : calls)
    if (loop->contains(each.from))
      ++(each.isLeaf ? leaves : others);
  return leaves >= others;
}

void connectCallees(Fragment &fragment, std::vector<Callee> &callees) {
  if (callees.empty())
    return;
  AddressMap<double> weights; // of blocks, by their last steps
  for (const FragmentBlock &block : fragment.blocks)
    if (!block.steps.empty())
      weights[block.steps.back().address] = block.weight;
  for (Callee &callee : callees) {
    for (Call &call : callee.calls)
      call.weight = weights[call.from];
    std::sort(callee.calls.begin(), callee.calls.end(),
              [](const Call &a, const Call &b) {
                return a.weight != b.weight ? a.weight > b.weight
                                            : a.from < b.from;
              });
    callee.calls.resize(std::min(callee.calls.size(), returnsOfCallee));
  }
  for (FragmentBlock &block : fragment.blocks) {
    for (const Callee &callee : callees)
      block.isReturned |= std::any_of(
          callee.calls.begin(), callee.calls.end(),
          [&](const Call &call) { return call.next == block.address; });
    if (!block.isFollowed())
      continue;
    const std::vector<Call> &calls = callees[block.callee].calls;
    block.weight *= calls.front().weight;
    if (!block.steps.empty() && isReturn(block.steps.back()))
      for (const Call &call : calls)
        block.returns.push_back(call.next);
  }
}

} // namespace dpa::cpu::jit
