// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding a fragment: first which instructions belong to it, then blocks cut
// where jumps arrive.
#include "emulator/cpu/jit/fragment.h"

#include <algorithm>
#include <map>
#include <set>

namespace dpa::cpu::jit {
namespace {

constexpr size_t instructionsMax = 1000;
constexpr double loopWeight = 8;
constexpr uint32_t targetHeat = 2; ///< what ran once may be no loop's
/// Bytes of a fragment of which indirect jumps are looked for: jumps can spread
/// its instructions over a whole region.
constexpr uint64_t targetsSpanMax = 16384;

/// What the interpreter does better: it is rare, slow, or odd.
bool isLeftOut(const Instruction &i, Privilege privilege) {
  return isTrap(i.opcode) || (isJump(i.opcode) && i.rd == stackPointer &&
                              privilege == Privilege::User);
}

/// A jump of a jump table, not a return and not a call.
bool isIndirectJump(const Instruction &i) {
  return i.opcode == Opcode::Jalr && i.rd == 0 && i.rs1 != 1 && i.rs1 != 5;
}

class Finder {
public:
  Finder(CodeView &view, const CodeRegion &region, uint64_t start,
         const EntryTable::Entries &entries)
      : view_(view), memory_(region), known_(entries) {
    result_.start = start;
    result_.privilege = view.privilege;
    addLeader(start, true);
  }

  std::optional<Fragment> find() {
    walkAll();
    if (code_.find(result_.start) == code_.end())
      return std::nullopt;
    addTargets();
    for (const uint64_t leader : leaders_) // grows behind the iterator only
      if (code_.find(leader) != code_.end())
        makeBlock(leader);
    weigh();
    return std::move(result_);
  }

private:
  void addLeader(uint64_t address, bool isEntry) {
    if (leaders_.insert(address).second)
      work_.push_back(address);
    if (isEntry)
      entries_.insert(address);
  }

  void addJump(uint64_t from, uint64_t to) {
    const bool isLoop = to <= from;
    addLeader(to, isLoop);
    if (isLoop)
      loops_.add(to, from);
  }

  void walkAll() {
    while (!work_.empty()) {
      const uint64_t address = work_.back();
      work_.pop_back();
      walk(address);
    }
  }

  /// Where indirect jumps lead is not known, but the interpreter has been
  /// there: blocks that it has decoded within the fragment's range are taken
  /// in.
  void addTargets() {
    if (!hasIndirectJump_)
      return;
    const uint64_t first = code_.begin()->first;
    const uint64_t last = code_.rbegin()->first;
    if (last - first > targetsSpanMax)
      return;
    for (uint64_t address = first; address - first <= last - first;
         address += 2) {
      const Op *op = memory_.find(address);
      if (op == nullptr ||
          blockOf(op).heat.load(std::memory_order_relaxed) < targetHeat)
        continue;
      targets_.insert(address);
      addLeader(address, false);
    }
    walkAll();
  }

  /// Enough fragments contain the block at this address.
  bool isElsewhere(uint64_t address) const {
    return address != result_.start &&
           EntryTable::copiesOf(known_, address) >= EntryTable::copiesMax;
  }

  /// Takes in the straight path from a leader to its end.
  void walk(uint64_t address) {
    while (code_.size() < instructionsMax) {
      Instruction instruction;
      uint64_t fault = 0;
      if (code_.find(address) != code_.end() || isElsewhere(address) ||
          !view_.fetchOrBreak(memory_, address, instruction, fault) ||
          isLeftOut(instruction, view_.privilege))
        return;
      code_[address] = instruction;
      const uint64_t next = address + instruction.length;
      if (isBranch(instruction.opcode)) {
        addJump(address, targetOf(address, instruction));
        addLeader(next, false); // walked first: large code is cut by address
        return;
      }
      if (isJump(instruction.opcode)) {
        if (isIndirectJump(instruction))
          hasIndirectJump_ = true;
        if (instruction.rd != 0)
          addLeader(next, true);
        else if (instruction.opcode == Opcode::Jal)
          addJump(address, targetOf(address, instruction));
        return;
      }
      address = next;
    }
  }

  void makeBlock(uint64_t leader) {
    FragmentBlock block;
    block.address = leader;
    block.isEntry = entries_.count(leader) != 0;
    block.isContinuation = cuts_.count(leader) != 0;
    block.isLastCopy =
        code_.size() >= instructionsMax ||
        EntryTable::copiesOf(known_, leader) + 1 >= EntryTable::copiesMax;
    block.isTarget = targets_.count(leader) != 0;
    Folding folding(view_.privilege, Immediates::Doubleword);
    uint64_t address = leader;
    for (auto place = code_.find(address); place != code_.end();
         place = code_.find(address)) {
      const Instruction &instruction = place->second;
      folding.add(address, instruction);
      address += instruction.length;
      if (isJump(instruction.opcode) || isBranch(instruction.opcode))
        break;
      if (folding.retires() == blockInstructionsMax &&
          code_.find(address) != code_.end() && leaders_.insert(address).second)
        cuts_.insert(address);
      if (leaders_.count(address) != 0)
        break;
    }
    block.retires = folding.retires();
    block.steps = folding.takeSteps();
    block.next = address;
    result_.blocks.push_back(std::move(block));
  }

  void weigh() {
    std::sort(result_.blocks.begin(), result_.blocks.end(),
              [](const FragmentBlock &a, const FragmentBlock &b) {
                return a.address < b.address;
              });
    weighBlocks(result_.blocks, loops_);
    for (const FragmentBlock &block : result_.blocks)
      for (const Step &step : block.steps)
        countUses(step, block.weight);
    result_.uses[0] = 0;
    result_.writes[0] = false;
  }

  void countUses(const Step &step, double weight) {
    const RegisterUse use = registerUse(step.opcode);
    if (use.rs1)
      result_.uses[step.rs1] += weight;
    if (use.rs2)
      result_.uses[step.rs2] += weight;
    if (use.rd) {
      result_.uses[step.rd] += weight;
      result_.writes[step.rd] = true;
    }
  }

  CodeView &view_;
  const CodeRegion &memory_;
  const EntryTable::Entries &known_;
  Fragment result_;
  std::map<uint64_t, Instruction> code_;
  std::set<uint64_t> leaders_;
  std::set<uint64_t> entries_;
  std::set<uint64_t> targets_;
  std::set<uint64_t> cuts_; ///< where blocks were full
  bool hasIndirectJump_ = false;
  std::vector<uint64_t> work_;
  Loops loops_;
};

} // namespace

void weighBlocks(std::vector<FragmentBlock> &blocks, const Loops &loops) {
  for (FragmentBlock &block : blocks)
    for (const auto &[first, last] : loops.lastByFirst())
      if (first <= block.address && block.address <= last)
        block.weight *= loopWeight;
}

uint32_t Fragment::instructions() const {
  uint32_t sum = 0;
  for (const FragmentBlock &block : blocks)
    sum += block.retires;
  return sum;
}

const FragmentBlock *Fragment::find(uint64_t address) const {
  const auto place =
      std::lower_bound(blocks.begin(), blocks.end(), address,
                       [](const FragmentBlock &block, uint64_t value) {
                         return block.address < value;
                       });
  return place != blocks.end() && place->address == address ? &*place : nullptr;
}

uint64_t Fragment::targetsBegin() const {
  for (const FragmentBlock &block : blocks)
    if (block.isTarget)
      return block.address;
  return 0;
}

std::optional<Fragment> findFragment(CodeView &view, const CodeRegion &region,
                                     uint64_t address,
                                     const EntryTable::Entries &entries) {
  return Finder(view, region, address, entries).find();
}

} // namespace dpa::cpu::jit
