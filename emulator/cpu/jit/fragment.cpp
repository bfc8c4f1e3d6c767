// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finding a fragment: first which instructions belong to it, then blocks cut
// where jumps arrive.
#include "emulator/cpu/jit/fragment.h"

#include "emulator/cpu/jit/callees.h"
#include "emulator/cpu/jit/executed-code.h"
#include "emulator/cpu/jit/place.h"
#include "emulator/cpu/jit/profile.h"

#include <algorithm>

namespace dpa::cpu::jit {
namespace {

constexpr size_t instructionsMax = 2000; ///< of one that no trace found

/// A fragment of so many instructions usually contains the code around its loops. Other fragments
/// then jump to it and contain no copy.
constexpr size_t soleCopyMin = 100;
constexpr size_t tracedInstructionsMax =
    4000;                           ///< with short paths between hot code
constexpr size_t followedMax = 256; ///< instructions of callees
/// Bytes of a fragment of which indirect jumps are looked for: jumps can spread
/// its instructions over a whole region.
constexpr uint64_t targetsSpanMax = 16384;

/// A jump of a jump table, not a return and not a call.
bool isIndirectJump(const Instruction &i) {
  return i.opcode == Opcode::Jalr && i.rd == 0 && i.rs1 != 1 && i.rs1 != 5;
}

/// An order for a heap whose top is the address nearest to `start`.
auto isFartherFrom(uint64_t start) {
  return [start](uint64_t a, uint64_t b) {
    const auto distance = [start](uint64_t address) {
      return address > start ? address - start : start - address;
    };
    return distance(a) > distance(b);
  };
}

class Finder {
public:
  /// `profile`: null, or that whose hot code the fragment is.
  Finder(CodeView &view, const CodeRegion &region, uint64_t start,
         const EntryTable::ViewTables &known, FinderBuffers &buffers,
         const Profile *profile)
      : profile_(profile), view_(view), region_(region),
        executed_(view, region, profile), known_(known),
        folding_(view.privilege, Immediates::Doubleword, buffers.steps),
        places_(buffers.places), work_(buffers.work),
        leaders_(buffers.leaders) {
    buffers.clear();
    result_.start = start;
    result_.privilege = view.privilege;
    result_.isTraced = profile != nullptr;
    addLeader(start, true);
    if (profile != nullptr)
      for (const uint64_t address : profile->leaders())
        addLeader(address, profile->enteredOf(address) != 0);
  }

  std::optional<Fragment> find() {
    walkAll();
    if (count_ == 0)
      return std::nullopt;
    if (profile_ == nullptr) {
      addTargets();
      followCalls();
    }
    makeBlocks();
    weigh();
    if (hostConvertsBranches())
      convertBranches(result_);
    planFuel(result_);
    return std::move(result_);
  }

private:
  void addLeader(uint64_t address, bool isEntry) {
    Place &place = places_.placeAt(address);
    if (!place.isLeader)
      addWork(address);
    place.isLeader = true;
    place.isEntry |= isEntry && !isFollowing();
  }

  void addJump(uint64_t from, uint64_t to) {
    const bool isLoop = to <= from;
    addLeader(to, isLoop);
    if (!isLoop)
      return;
    loops_.add(to, from);
    places_.placeAt(to).isLoop = true;
  }

  void addWork(uint64_t address) {
    work_.push_back(address);
    std::push_heap(work_.begin(), work_.end(), isFartherFrom(result_.start));
  }

  /// Nearest to the beginning first, so that code that is too large for one fragment is divided
  /// into ranges of addresses, which few jumps leave.
  void walkAll() {
    while (!work_.empty()) {
      std::pop_heap(work_.begin(), work_.end(), isFartherFrom(result_.start));
      const uint64_t address = work_.back();
      work_.pop_back();
      walk(address);
    }
  }

  /// Where indirect jumps lead is not known, but the interpreter has been
  /// there: blocks that it has decoded within the fragment's range are taken
  /// in.
  void addTargets() {
    if (!hasIndirectJump_ || last_ - first_ > targetsSpanMax)
      return;
    const uint64_t first = first_;
    const uint64_t last = last_;
    for (uint64_t address = first; address - first <= last - first;
         address += 2) {
      const Op *op = region_.find(address);
      if (op == nullptr || !executed_.hasRunTwice(blockOf(op)))
        continue;
      addLeader(address, false);
      places_.placeAt(address).isTarget = true;
    }
    walkAll();
  }

  bool isFollowing() const { return callee_ != FragmentBlock::noCallee; }

  /// Takes in the code of short functions that are called and return to the
  /// fragment. It is not counted as a copy, and is not entered from outside.
  void followCalls() {
    findLeaves();
    const uint32_t own = count_;
    for (const Call &call : calls_) {
      if (!call.isLeaf || !places_.placeAt(call.next).isCode ||
          !isInLoopOfLeaves(calls_, call, loops_))
        continue;
      const Place &target = places_.placeAt(call.target);
      if (target.callee != FragmentBlock::noCallee &&
          callees_[target.callee].address == call.target)
        callees_[target.callee].calls.push_back(call);
      else if (!target.isCode && count_ - own <= followedMax &&
               count_ + calleeInstructionsMax <= instructionsMax)
        follow(call);
    }
  }

  /// Determines which calls in loops are of short leaf functions; other calls are not followed.
  void findLeaves() {
    AddressMap<std::optional<bool>> leaves;
    for (Call &call : calls_) {
      if (call.target == 0 || !loops_.innermost(call.from))
        continue;
      std::optional<bool> &isLeaf = leaves[call.target];
      if (!isLeaf)
        isLeaf = !places_.placeAt(call.target).isCode &&
                 isShortLeaf(view_, region_, call.target);
      call.isLeaf = *isLeaf;
    }
  }

  void follow(const Call &call) {
    callee_ = static_cast<uint32_t>(callees_.size());
    callees_.push_back({call.target, {call}});
    addLeader(call.target, false);
    walkAll();
    callee_ = FragmentBlock::noCallee;
    if (!places_.placeAt(call.target).isCode) // was left out before
      callees_.pop_back();
  }

  /// Enough fragments contain the block at this address.
  bool isElsewhere(uint64_t address) const {
    return profile_ == nullptr && !isFollowing() && address != result_.start &&
           known_.copies.valueAt(address) >= EntryTable::copiesMax;
  }

  /// Takes in the straight path from a leader to its end.
  void walk(uint64_t address) {
    uint32_t before = Place::noPlace;
    while (count_ <
           (profile_ == nullptr ? instructionsMax : tracedInstructionsMax)) {
      const uint32_t index = places_.indexOf(address);
      if (before != Place::noPlace)
        places_[before].next = index;
      before = index;
      Place &place = places_[index];
      uint64_t fault = 0;
      if (place.isCode || isElsewhere(address) ||
          !view_.fetchOrBreak(region_, address, place.instruction, fault) ||
          isLeftOut(place.instruction, view_.privilege))
        return;
      place.isCode = true;
      place.callee = callee_;
      first_ = count_ == 0 ? address : std::min(first_, address);
      last_ = count_ == 0 ? address : std::max(last_, address);
      ++count_;
      const Instruction instruction = place.instruction;
      if (isBranch(instruction.opcode) || isJump(instruction.opcode))
        return addSuccessors(address, instruction);
      address += instruction.length;
    }
    const bool hasRunHere =
        before != Place::noPlace || executed_.hasRun(address);
    if (hasRunHere && !isFollowing() && profile_ == nullptr &&
        !places_.placeAt(address).isCode && !isElsewhere(address))
      result_.behind.push_back(address);
  }

  /// Those of a branch or jump that have run; what is behind the others is rare.
  void addSuccessors(uint64_t address, const Instruction &instruction) {
    const uint64_t next = address + instruction.length;
    if (isBranch(instruction.opcode)) {
      const uint64_t target = targetOf(address, instruction);
      if (executed_.rejoins(target))
        addJump(address, target);
      if (executed_.rejoins(next))
        addLeader(next, false);
      return;
    }
    if (profile_ != nullptr)
      return addTraced(address, instruction);
    hasIndirectJump_ |= isIndirectJump(instruction);
    if (!isFollowing() && instruction.rd != 0 && executed_.hasRun(next)) {
      const bool isDirect =
          instruction.opcode == Opcode::Jal && instruction.rd == 1;
      calls_.push_back({.from = address,
                        .target = isDirect ? targetOf(address, instruction) : 0,
                        .next = next});
    }
    if (instruction.rd != 0 && executed_.hasRun(next))
      addLeader(next, true);
    else if (instruction.rd != 0)
      return;
    else if (instruction.opcode == Opcode::Jal)
      addJump(address, targetOf(address, instruction));
  }

  /// Those of a jump, by a trace: functions that are called and targets of indirect
  /// jumps are like other code.
  void addTraced(uint64_t address, const Instruction &instruction) {
    const uint64_t next = address + instruction.length;
    if (instruction.rd != 0 && executed_.hasRun(next))
      addLeader(next, true); // a return from code outside leads here
    if (instruction.opcode == Opcode::Jal) {
      const uint64_t target = targetOf(address, instruction);
      if (instruction.rd == 0 && executed_.rejoins(target))
        addJump(address, target);
      else if (instruction.rd != 0 && executed_.hasRun(target))
        addLeader(target, false);
      return;
    }
    for (const Profile::Target &target : profile_->targetsOf(address)) {
      if (!executed_.hasRun(target.address))
        continue;
      addLeader(target.address, false);
      places_.placeAt(target.address).isTarget = true;
    }
  }

  /// Those of all leaders, by address.
  void makeBlocks() {
    for (uint32_t i = 0; i < places_.size(); ++i)
      if (places_[i].isLeader && places_[i].isCode)
        leaders_.push_back(i);
    std::sort(leaders_.begin(), leaders_.end(), [this](uint32_t a, uint32_t b) {
      return places_[a].address < places_[b].address;
    });
    result_.blocks.reserve(leaders_.size());
    for (size_t i = 0; i < leaders_.size(); ++i) // grows behind i only
      makeBlock(leaders_[i]);
    // Code that is read from the middle of an instruction can be in between.
    for (size_t i = 0; i < result_.blocks.size(); ++i)
      if (i == 0 || result_.blocks[i - 1].next != result_.blocks[i].address)
        result_.blocks[i].isContinuation = false;
    result_.connectBlocks();
  }

  /// A block that is full ends at a place that did not begin one.
  void addCut(uint32_t index) {
    places_[index].isLeader = true;
    places_[index].isCut = true;
    leaders_.insert(std::upper_bound(leaders_.begin(), leaders_.end(), index,
                                     [this](uint32_t a, uint32_t b) {
                                       return places_[a].address <
                                              places_[b].address;
                                     }),
                    index);
  }

  void makeBlock(uint32_t leader) {
    FragmentBlock &block = result_.blocks.emplace_back();
    block.address = places_[leader].address;
    block.isEntry = places_[leader].isEntry;
    block.isLoop = places_[leader].isLoop;
    block.isContinuation = places_[leader].isCut;
    block.isTarget = places_[leader].isTarget;
    block.callee = places_[leader].callee;
    block.isLastCopy =
        profile_ == nullptr && !block.isFollowed() &&
        (count_ >= soleCopyMin ||
         known_.copies.valueAt(block.address) + 1 >= EntryTable::copiesMax);
    folding_.clear();
    uint64_t address = block.address;
    for (uint32_t index = leader; places_[index].isCode;) {
      const Instruction &instruction = places_[index].instruction;
      folding_.add(address, instruction);
      address += instruction.length;
      if (isJump(instruction.opcode) || isBranch(instruction.opcode))
        break;
      index = places_[index].next != Place::noPlace ? places_[index].next
                                                    : places_.indexOf(address);
      const bool isFull = folding_.retires() == blockInstructionsMax;
      if (places_[index].isLeader) {
        // Another way leads to a place that one block was cut at.
        places_[index].isCut = false;
        break;
      }
      if (isFull && places_[index].isCode)
        addCut(index);
      if (isFull)
        break;
    }
    block.retires = folding_.retires();
    block.steps = folding_.steps();
    block.next = address;
  }

  void weigh() {
    if (profile_ == nullptr) {
      weighBlocks(result_.blocks, loops_);
      connectCallees(result_, callees_);
    } else {
      useProfile(result_, *profile_);
    }
    countUses(result_);
  }

  const Profile *const profile_; ///< null: by what the interpreter has run
  CodeView &view_;
  const CodeRegion &region_;
  const ExecutedCode executed_;
  const EntryTable::ViewTables &known_;
  Folding folding_;
  Fragment result_;
  PlaceTable &places_;
  std::vector<uint64_t> &work_;
  std::vector<uint32_t> &leaders_;
  uint32_t count_ = 0; ///< of the places that have an instruction
  uint64_t first_ = 0; ///< address of one
  uint64_t last_ = 0;
  bool hasIndirectJump_ = false;
  std::vector<Call> calls_; ///< in own code
  std::vector<Callee> callees_;
  uint32_t callee_ = FragmentBlock::noCallee; ///< whose code is walked
  Loops loops_;
};

} // namespace

std::optional<Fragment> findHotFragment(CodeView &view,
                                        const CodeRegion &region,
                                        const Profile &profile,
                                        const EntryTable::ViewTables &known,
                                        FinderBuffers &buffers) {
  return Finder(view, region, profile.leaders().front(), known, buffers,
                &profile)
      .find();
}

std::optional<Fragment> findFragment(CodeView &view, const CodeRegion &region,
                                     uint64_t address,
                                     const EntryTable::ViewTables &known,
                                     FinderBuffers &buffers) {
  return Finder(view, region, address, known, buffers, nullptr).find();
}

} // namespace dpa::cpu::jit
