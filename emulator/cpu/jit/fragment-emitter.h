// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fragment from beginning to end, for any host: blocks in order of address,
// then what is rare, then the entries; which instruction is emitted how; the
// ways in and out. A host's emitter derives from it and emits the code of each
// part. Nothing here runs guest code or touches guest memory.
//
// Of the host it calls
//   bind, jumpTo, here, placeOf            labels, and where code will run
//   alignEntry, takeFuel, saveWritten, loadMapped
//   loadRegister, storeRegister            one guest register
//   emitRegister .. emitUnary, divideBy    integer instructions; false: none
//   emitJoined                             how many steps it emitted as one
//   emitLoad .. emitFence, emitPause       memory and order
//   branchTo, setConstant                  rd = a constant
//   makeTarget, setLink, lookUpTarget, emitLeaveForTarget   jalr
//   jumpThrough, stopAt, leaveWith         out of the fragment
//   callNow, callBare, prepareCold, emitThunk, emitBareThunk    C++
//   finishCode                             false: it does not fit
// and uses its LargestMaskedWindow.
#ifndef DPA_EMULATOR_CPU_JIT_FRAGMENT_EMITTER_H
#define DPA_EMULATOR_CPU_JIT_FRAGMENT_EMITTER_H

#include "emulator/cpu/jit/emission.h"
#include "emulator/cpu/jit/local-registers.h"

#include <span>

namespace dpa::cpu::jit {

/// Where guest registers are at a step of a block.
struct RegisterState {
  Places places;
  uint32_t stale = 0;   ///< guest registers that are newer than their cells
  bool isLocal = false; ///< else all is as between the blocks of the fragment
};

/// What C++ does behind the blocks: at `from`, then back to `back`.
template <class Label> struct ColdCall {
  RegisterState registers;
  Label from;
  Label back;
  const Site *site = nullptr;
  bool keepsCandidate = false; ///< the result goes to StackCandidate first
};

/// `Cold` is a ColdCall, with what the host adds.
template <class Host, class Label, class Cold> class FragmentEmitter {
public:
  /// False: it does not fit.
  bool emit(std::vector<EntryPoint> &entries);

protected:
  // ---- guest registers
  bool isMapped(uint8_t r) const { return now_.places[r] >= 0; }
  auto poolIndex(uint8_t r) const {
    return static_cast<size_t>(now_.places[r]);
  }
  /// Writes what is newer than its cell.
  void saveRegisters() {
    if (now_.isLocal)
      storeStale();
    else
      host().saveWritten();
  }
  /// Its cell is to be written before C++ reads it.
  void markStale(uint8_t r) { now_.stale |= uint32_t(1) << r; }
  bool isLimited(uint8_t rd) const {
    return rd == 2 && source_.privilege == Privilege::User;
  }

  // ---- tests of addresses
  bool canTest(const Window &window) const {
    return biasOf(window) == biasOf(context_.readable) &&
           sizeTested(window) >= sizeof(uint64_t);
  }
  /// The bits that an offset in the window has clear if the cell is aligned and
  /// in the part that is tested.
  static uint64_t maskOf(const Window &window, const Step &step) {
    return ~(sizeTested(window) - 1) | (cellBytes(step.opcode) - 1);
  }
  Coverage coverageOf(const Step &step) const {
    return jit::coverageOf(groups_, indexOfStep(step));
  }
  /// Where the block continues, without common tests, if that of a group fails.
  Label &addTail(const Step &step) {
    return tails_.emplace_back(current_, indexOfStep(step), now_, chainStart_)
        .label;
  }

  // ---- C++
  /// Executes the instruction in C++, inline.
  void callSite(const Step &step) {
    callWith(addSite(step, siteFunction(step.opcode)));
  }
  /// The same behind the blocks; the caller uses and places both labels.
  Cold &addCold(const Step &step, SiteFunction function) {
    Cold &cold = colds_.emplace_back();
    cold.site = &addSite(step, function);
    cold.registers = now_;
    return cold;
  }

  const Fragment &source_;
  const Translation &context_;
  std::span<LinkSlot> targets_; ///< by halfword from the first target
  Label thunk_;
  Label bareThunk_; ///< which neither saves nor loads registers
  bool outOfMemory_ = false;

private:
  static RegisterState homeOf(const Fragment &fragment, int poolSize) {
    RegisterState home{chooseRegisters(fragment, poolSize), 0, false};
    for (uint8_t r = 1; r < guestRegisters; ++r)
      if (home.places[r] >= 0 && fragment.writes[r])
        home.stale |= uint32_t(1) << r;
    return home;
  }
  void storeStale();
  friend Host; // only Host derives from it
  FragmentEmitter(const Fragment &fragment, const Translation &translation,
                  int poolSize)
      : source_(fragment), context_(translation), poolSize_(poolSize),
        home_(homeOf(fragment, poolSize)), now_(home_),
        startStates_(fragment.blocks.size()),
        blockLabels_(fragment.blocks.size()),
        fuelLabels_(fragment.blocks.size()) {
    makeTargetTable();
  }

  struct Tail {
    Tail(const FragmentBlock *block, size_t step, const RegisterState &state,
         size_t chain)
        : block(block), step(step), registers(state), chain(chain) {}
    Label label;
    const FragmentBlock *block;
    size_t step;
    RegisterState registers;
    size_t chain; ///< where it starts
  };
  struct Exit {
    explicit Exit(uint64_t address) : address(address) {}
    uint64_t address;
    Label label;
  };

  Host &host() { return static_cast<Host &>(*this); }
  static uint64_t sizeTested(const Window &window) {
    return maskedSize(window, Host::largestMaskedWindow);
  }
  size_t indexOfStep(const Step &step) const {
    return static_cast<size_t>(&step - current_->steps.data());
  }
  Site &addSite(const Step &step, SiteFunction function) {
    return context_.records.sites.emplace_back(
        siteOf(step, *current_, function));
  }

  void makeTargetTable();
  void fillTargetTable();
  void emitBlock(size_t index);
  /// The steps from `first` on, and how the block ends; `index` is that of the
  /// block that is laid out before, or one without a next.
  void emitSteps(const FragmentBlock &block, size_t first, size_t index);
  void emitStep(const Step &step);

  // ---- places of registers within a long block
  /// For the chain that begins with this block.
  void planRegisters(size_t index);
  bool isContinuation(size_t index) const {
    return index < source_.blocks.size() &&
           source_.blocks[index].isContinuation;
  }
  /// The moves before a step of the current block.
  void moveRegisters(size_t step);
  /// All are where the next block expects them.
  void restoreRegisters();
  void loadPlaced();
  void callWith(const Site &site);

  bool emitInteger(const Step &step);
  bool emitDivide(const Step &step);
  void emitJumpRegister(const Step &step);
  void emitCold();
  void emitExit(uint64_t address, Label &label);
  void emitEntries(std::vector<EntryPoint> &entries);
  /// Continues at an address, inside or outside of the fragment.
  void goTo(uint64_t address, size_t index);
  Label &labelOf(uint64_t address);

  const int poolSize_;
  const RegisterState home_; ///< between blocks
  RegisterState now_;
  std::vector<RegisterMove> moves_;        ///< of the current chain
  size_t chainStart_ = 0;                  ///< its first block
  std::vector<RegisterState> startStates_; ///< at the start of each block
  bool needsBareThunk_ = false;
  std::deque<Label> blockLabels_;
  std::deque<Label> fuelLabels_;
  std::deque<Exit> exits_;
  std::deque<Cold> colds_;
  std::deque<Tail> tails_;
  Label noTarget_;
  const FragmentBlock *current_ = nullptr;
  std::vector<AccessGroup> groups_; ///< of the current block
};

// ---- the whole

template <class Host, class Label, class Cold>
bool FragmentEmitter<Host, Label, Cold>::emit(
    std::vector<EntryPoint> &entries) {
  for (size_t i = 0; i < source_.blocks.size(); ++i)
    emitBlock(i);
  emitCold();
  fillTargetTable();
  emitEntries(entries);
  return host().finishCode();
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitBlock(size_t index) {
  const FragmentBlock &block = source_.blocks[index];
  groups_ = findGroups(block);
  current_ = &block;
  if (block.isEntry)
    host().alignEntry();
  if (!block.isContinuation) {
    planRegisters(index);
    now_.isLocal = !moves_.empty();
  }
  startStates_[index] = now_;
  host().bind(blockLabels_[index]);
  host().takeFuel(block.retires, fuelLabels_[index]);
  emitSteps(block, 0, index);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitCold() {
  groups_.clear();
  for (Tail &tail : tails_) {
    host().bind(tail.label);
    now_ = tail.registers;
    planRegisters(tail.chain);
    emitSteps(*tail.block, tail.step, source_.blocks.size());
  }
  for (Cold &cold : colds_) {
    host().bind(cold.from);
    now_ = cold.registers;
    host().prepareCold(cold);
    callWith(*cold.site);
    host().jumpTo(cold.back);
  }
  for (size_t i = 0; i < source_.blocks.size(); ++i) {
    host().bind(fuelLabels_[i]);
    now_ = startStates_[i];
    host().stopAt(source_.blocks[i]);
  }
  now_ = home_;
  for (Exit &exit : exits_)
    emitExit(exit.address, exit.label);
  host().bind(thunk_);
  host().emitThunk();
  if (needsBareThunk_) {
    host().bind(bareThunk_);
    host().emitBareThunk();
  }
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitEntries(
    std::vector<EntryPoint> &entries) {
  for (size_t i = 0; i < source_.blocks.size(); ++i) {
    const FragmentBlock &block = source_.blocks[i];
    if (!block.isEntry && !block.isLastCopy)
      continue;
    entries.push_back({block.address, host().here()});
    now_ = startStates_[i];
    if (now_.isLocal)
      loadPlaced();
    else
      host().loadMapped();
    host().jumpTo(blockLabels_[i]);
  }
}

// ---- steps

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitSteps(const FragmentBlock &block,
                                                   size_t first, size_t index) {
  current_ = &block;
  for (size_t i = first; i < block.steps.size(); ++i) {
    const Step &step = block.steps[i];
    if (isBranch(step.opcode) || isJump(step.opcode))
      restoreRegisters();
    else if (i == 0 || i != first) // else a tail: they have been moved
      moveRegisters(i);
    if (isBranch(step.opcode)) {
      host().branchTo(step, labelOf(static_cast<uint64_t>(step.immediate)));
      return goTo(block.next, index);
    }
    if (step.opcode == Opcode::Jal) {
      if (step.rd != 0)
        host().setConstant(step, step.next);
      return goTo(static_cast<uint64_t>(step.immediate), index);
    }
    if (step.opcode == Opcode::Jalr)
      return emitJumpRegister(step);
    if (const size_t joined = host().emitJoined(block, i))
      i += joined - 1;
    else
      emitStep(step);
    if (registerUse(step.opcode).rd && isMapped(step.rd))
      markStale(step.rd);
  }
  const FragmentBlock *next = source_.find(block.next);
  if (next == nullptr || !next->isContinuation)
    restoreRegisters();
  goTo(block.next, index);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::planRegisters(size_t index) {
  size_t end = index + 1;
  while (isContinuation(end))
    ++end;
  chainStart_ = index;
  moves_ = planMoves(std::span(source_.blocks).subspan(index, end - index),
                     home_.places, source_.writes, poolSize_);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::moveRegisters(size_t step) {
  if (!now_.isLocal)
    return;
  for (const FragmentBlock *block = &source_.blocks[chainStart_];
       block != current_; ++block)
    step += block->steps.size();
  auto move = std::lower_bound(
      moves_.begin(), moves_.end(), step,
      [](const RegisterMove &m, size_t value) { return m.step < value; });
  for (; move != moves_.end() && move->step == step; ++move) {
    for (uint8_t old = 1; old < guestRegisters; ++old) {
      if (now_.places[old] != move->place)
        continue;
      if ((now_.stale >> old & 1) != 0)
        host().storeRegister(old);
      now_.places[old] = -1;
    }
    now_.places[move->guest] = move->place;
    now_.stale &= ~(uint32_t(1) << move->guest);
    if (move->isLoaded)
      host().loadRegister(move->guest);
  }
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::restoreRegisters() {
  if (!now_.isLocal)
    return;
  const Places &home = home_.places;
  for (uint8_t r = 1; r < guestRegisters; ++r)
    if (isMapped(r) && now_.places[r] != home[r] && (now_.stale >> r & 1) != 0)
      host().storeRegister(r);
  const Places last = now_.places;
  now_ = home_;
  for (uint8_t r = 1; r < guestRegisters; ++r)
    if (isMapped(r) && last[r] != home[r])
      host().loadRegister(r);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::storeStale() {
  for (uint8_t r = 1; r < guestRegisters; ++r)
    if (isMapped(r) && (now_.stale >> r & 1) != 0)
      host().storeRegister(r);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::loadPlaced() {
  for (uint8_t r = 1; r < guestRegisters; ++r)
    if (isMapped(r))
      host().loadRegister(r);
}

/// With the guest registers in the hart.
template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::callWith(const Site &site) {
  if (!now_.isLocal)
    return host().callNow(site);
  needsBareThunk_ = true;
  storeStale();
  host().callBare(site);
  loadPlaced();
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitStep(const Step &step) {
  switch (kindOf(step.opcode)) {
  case Kind::Load:
    return host().emitLoad(step);
  case Kind::Store:
    return host().emitStore(step);
  case Kind::Amo:
    return host().emitAmo(step);
  case Kind::LoadReserved:
    return host().emitLoadReserved(step);
  case Kind::StoreConditional:
    return host().emitStoreConditional(step);
  case Kind::Special:
    if (step.opcode == Opcode::Lui)
      return host().setConstant(step, static_cast<uint64_t>(step.immediate));
    if (step.opcode == Opcode::Pause)
      return host().emitPause();
    return host().emitFence(step);
  default:
    if (!emitInteger(step))
      callSite(step);
  }
}

template <class Host, class Label, class Cold>
bool FragmentEmitter<Host, Label, Cold>::emitInteger(const Step &step) {
  if (kindOf(step.opcode) == Kind::Register)
    return host().emitRegister(step) || host().emitRegisterWord(step) ||
           host().emitMultiply(step) || emitDivide(step) ||
           host().emitAddress(step) || host().emitBits(step);
  return host().emitImmediate(step) || host().emitImmediateWord(step) ||
         host().emitBitImmediate(step) || host().emitUnary(step);
}

template <class Host, class Label, class Cold>
bool FragmentEmitter<Host, Label, Cold>::emitDivide(const Step &step) {
  switch (step.opcode) {
  case Opcode::Div:
  case Opcode::Rem:
    host().divideBy(step, false, true, step.opcode == Opcode::Rem);
    return true;
  case Opcode::Divu:
  case Opcode::Remu:
    host().divideBy(step, false, false, step.opcode == Opcode::Remu);
    return true;
  case Opcode::Divw:
  case Opcode::Remw:
    host().divideBy(step, true, true, step.opcode == Opcode::Remw);
    return true;
  case Opcode::Divuw:
  case Opcode::Remuw:
    host().divideBy(step, true, false, step.opcode == Opcode::Remuw);
    return true;
  default:
    return false;
  }
}

// ---- jumps

template <class Host, class Label, class Cold>
Label &FragmentEmitter<Host, Label, Cold>::labelOf(uint64_t address) {
  if (const FragmentBlock *block = source_.find(address))
    return blockLabels_[static_cast<size_t>(block - source_.blocks.data())];
  for (Exit &exit : exits_)
    if (exit.address == address)
      return exit.label;
  return exits_.emplace_back(address).label;
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::goTo(uint64_t address, size_t index) {
  const bool isNext = index + 1 < source_.blocks.size() &&
                      source_.blocks[index + 1].address == address;
  if (!isNext)
    host().jumpTo(labelOf(address));
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitJumpRegister(const Step &step) {
  host().makeTarget(step);
  if (step.rd != 0)
    host().setLink(step);
  if (step.rd == 0 && step.rs1 != 1 && !targets_.empty())
    host().lookUpTarget();
  host().emitLeaveForTarget();
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitExit(uint64_t address,
                                                  Label &label) {
  host().bind(label);
  LinkSlot *slot = context_.memory.addSlots(1);
  if (slot == nullptr) {
    outOfMemory_ = true;
    return;
  }
  const Link &link = context_.records.links.emplace_back(Link{address, slot});
  host().saveWritten();
  host().jumpThrough(slot);
  slot->store(host().here(), std::memory_order_relaxed);
  host().leaveWith(link, context_.gates.leave);
}

// ---- targets of indirect jumps

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::makeTargetTable() {
  const size_t size = targetTableSize(source_);
  if (size == 0)
    return;
  LinkSlot *slots = context_.memory.addSlots(size);
  outOfMemory_ = slots == nullptr;
  if (slots != nullptr)
    targets_ = {slots, size};
}

/// Blocks that are targets; everything else leaves.
template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::fillTargetTable() {
  if (targets_.empty())
    return;
  host().bind(noTarget_);
  host().emitLeaveForTarget();
  for (LinkSlot &slot : targets_)
    slot.store(host().placeOf(noTarget_), std::memory_order_relaxed);
  for (size_t i = 0; i < source_.blocks.size(); ++i)
    if (source_.blocks[i].isTarget)
      targets_[(source_.blocks[i].address - source_.targetsBegin()) / 2].store(
          host().placeOf(blockLabels_[i]), std::memory_order_relaxed);
}

} // namespace dpa::cpu::jit

#endif
