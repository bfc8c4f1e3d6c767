// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding a fragment: first which instructions belong to it, then blocks cut
// where jumps arrive, then their steps.
#include "emulator/cpu/jit/fragment.h"

#include "emulator/cpu/arithmetic.h"
#include "emulator/cpu/block-builder.h"

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
constexpr uint8_t stackPointer = 2;

uint64_t targetOf(uint64_t address, const Instruction &instruction) {
  return address +
         static_cast<uint64_t>(static_cast<int64_t>(instruction.immediate));
}

/// Guest arithmetic wraps around.
int64_t sumOf(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}

/// What the interpreter does better: it is rare, slow, or odd.
bool isLeftOut(const Instruction &i, Privilege privilege) {
  switch (kindOf(i.opcode)) {
  case Kind::Illegal:
  case Kind::System:
    return true;
  case Kind::Special:
    if (i.opcode == Opcode::Ecall || i.opcode == Opcode::Ebreak)
      return true;
    return isJump(i.opcode) && i.rd == stackPointer &&
           privilege == Privilege::User;
  default:
    return false;
  }
}

/// A jump of a jump table, not a return and not a call.
bool isIndirectJump(const Instruction &i) {
  return i.opcode == Opcode::Jalr && i.rd == 0 && i.rs1 != 1 && i.rs1 != 5;
}

class Finder {
public:
  Finder(CodeView &view, const CodeRegion &region, uint64_t start)
      : view_(view), memory_(region) {
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
      loops_.emplace_back(to, from);
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

  /// Takes in the straight path from a leader to its end.
  void walk(uint64_t address) {
    while (code_.size() < instructionsMax) {
      Instruction instruction;
      uint64_t fault = 0;
      if (code_.find(address) != code_.end() ||
          !fetchInstruction(view_, memory_, address, instruction, fault) ||
          isLeftOut(instruction, view_.privilege))
        return;
      code_[address] = instruction;
      const uint64_t next = address + instruction.length;
      if (isBranch(instruction.opcode)) {
        addLeader(next, false);
        addJump(address, targetOf(address, instruction));
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
    block.isTarget = targets_.count(leader) != 0;
    known_ = {};
    uint64_t address = leader;
    for (auto place = code_.find(address); place != code_.end();
         place = code_.find(address)) {
      const Instruction &instruction = place->second;
      addStep(block, address, instruction);
      address += instruction.length;
      ++block.retires;
      if (isJump(instruction.opcode) || isBranch(instruction.opcode))
        break;
      if (block.retires == BlockBuilder::instructionsMax)
        leaders_.insert(address);
      if (leaders_.count(address) != 0)
        break;
    }
    block.next = address;
    result_.blocks.push_back(std::move(block));
  }

  void addStep(FragmentBlock &block, uint64_t address,
               const Instruction &instruction) {
    Step step;
    step.opcode = instruction.opcode;
    step.rd = instruction.rd;
    step.rs1 = instruction.rs1;
    step.rs2 = instruction.rs2;
    const Kind kind = kindOf(step.opcode);
    const bool isAtomic = kind == Kind::Amo || kind == Kind::LoadReserved ||
                          kind == Kind::StoreConditional;
    step.immediate = isAtomic ? 0 : instruction.immediate;
    step.retiredBefore = block.retires;
    step.address = address;
    step.next = address + instruction.length;
    step.bits = instruction.bits;
    if (isJump(step.opcode) || isBranch(step.opcode)) {
      if (step.opcode == Opcode::Jalr)
        makeDirect(step);
      else
        step.immediate = static_cast<int64_t>(targetOf(address, instruction));
      block.steps.push_back(step);
      return;
    }
    const RegisterUse use = registerUse(step.opcode);
    const bool isPure = kind == Kind::Register || kind == Kind::Immediate ||
                        step.opcode == Opcode::Lui ||
                        step.opcode == Opcode::Auipc;
    if (isPure && step.rd == 0)
      return; // a hint
    fold(block, step);
    if (use.rd && step.rd != 0)
      known_[step.rd] = step.opcode == Opcode::Lui && !isLimited(step.rd)
                            ? std::optional<int64_t>(step.immediate)
                            : std::nullopt;
    block.steps.push_back(step);
  }

  /// auipc and jalr together are a far call.
  void makeDirect(Step &step) const {
    const std::optional<int64_t> base = valueOf(step.rs1);
    if (!base)
      return;
    step.opcode = Opcode::Jal;
    step.rs1 = 0;
    step.immediate = sumOf(*base, step.immediate) & ~int64_t(1);
  }

  bool isLimited(uint8_t rd) const {
    return rd == stackPointer && view_.privilege == Privilege::User;
  }

  std::optional<int64_t> valueOf(uint8_t source) const {
    return source == 0 ? std::optional<int64_t>(0) : known_[source];
  }

  /// Makes constants and constant addresses of what is known in the block.
  void fold(FragmentBlock &block, Step &step) {
    const Kind kind = kindOf(step.opcode);
    const std::optional<int64_t> base = valueOf(step.rs1);
    if (step.opcode == Opcode::Auipc)
      makeConstant(block, step,
                   sumOf(static_cast<int64_t>(step.address), step.immediate));
    else if (step.opcode == Opcode::Lui)
      makeConstant(block, step, step.immediate);
    else if (step.opcode == Opcode::Addi && base)
      makeConstant(block, step, sumOf(*base, step.immediate));
    else if (step.opcode == Opcode::Addiw && base)
      makeConstant(block, step,
                   static_cast<int32_t>(
                       static_cast<uint32_t>(sumOf(*base, step.immediate))));
    else if ((kind == Kind::Load || kind == Kind::Store) && base) {
      step.immediate = sumOf(step.immediate, *base);
      step.rs1 = 0;
    } else if (step.opcode == Opcode::Srli)
      joinShifts(block, step);
  }

  void makeConstant(FragmentBlock &block, Step &step, int64_t value) {
    step.opcode = Opcode::Lui;
    step.immediate = value;
    step.rs1 = 0;
    if (!isLimited(step.rd) && !block.steps.empty()) {
      const Step &last = block.steps.back();
      if (last.opcode == Opcode::Lui && last.rd == step.rd)
        block.steps.pop_back(); // never seen
    }
  }

  void joinShifts(FragmentBlock &block, Step &step) {
    if (block.steps.empty() || isLimited(step.rd))
      return;
    const Step &left = block.steps.back();
    if (left.opcode != Opcode::Slli || left.shiftRight != 0 ||
        left.rd != step.rs1 || step.rd != step.rs1)
      return;
    const auto right = static_cast<uint8_t>(step.immediate);
    const uint32_t retiredBefore = left.retiredBefore;
    step = left;
    step.shiftRight = right;
    step.retiredBefore = retiredBefore;
    block.steps.pop_back();
  }

  void weigh() {
    std::sort(result_.blocks.begin(), result_.blocks.end(),
              [](const FragmentBlock &a, const FragmentBlock &b) {
                return a.address < b.address;
              });
    for (FragmentBlock &block : result_.blocks) {
      for (const auto &[from, to] : loops_)
        if (from <= block.address && block.address <= to)
          block.weight *= loopWeight;
      for (const Step &step : block.steps)
        countUses(step, block.weight);
    }
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
  Fragment result_;
  std::map<uint64_t, Instruction> code_;
  std::set<uint64_t> leaders_;
  std::set<uint64_t> entries_;
  std::set<uint64_t> targets_;
  bool hasIndirectJump_ = false;
  std::vector<uint64_t> work_;
  std::vector<std::pair<uint64_t, uint64_t>> loops_; ///< first, last address
  std::array<std::optional<int64_t>, 32> known_;     ///< values in the block
};

} // namespace

bool isJump(Opcode opcode) {
  return opcode == Opcode::Jal || opcode == Opcode::Jalr;
}

bool isBranch(Opcode opcode) {
  return kindOf(opcode) == Kind::Branch;
}

RegisterUse registerUse(Opcode opcode) {
  switch (kindOf(opcode)) {
  case Kind::Register:
  case Kind::Amo:
  case Kind::StoreConditional:
    return {true, true, true};
  case Kind::Immediate:
  case Kind::Load:
  case Kind::LoadReserved:
    return {true, false, true};
  case Kind::Store:
  case Kind::Branch:
    return {true, true, false};
  case Kind::Special:
    return {opcode == Opcode::Jalr, false,
            isJump(opcode) || opcode == Opcode::Lui || opcode == Opcode::Auipc};
  default:
    return {false, false, false};
  }
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
                                     uint64_t address) {
  return Finder(view, region, address).find();
}

} // namespace dpa::cpu::jit
