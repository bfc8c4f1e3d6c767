// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fragment from beginning to end, for any host: blocks in order of address,
// then what is rare, then entries and side entrances; which instruction is emitted how; the
// ways in and out. A host's emitter derives from it and emits the code of each
// part. Nothing here runs guest code or touches guest memory.
//
// Of the host it calls
//   bind, jumpTo, here, placeOf            labels, and where code will run
//   alignLoop, takeOrStop, testFuel, takeFuel, returnFuel
//   loadRegister, storeRegister            one guest register
//   loadRegisters, storeRegisters          a set of them, by bits
//   emitRegister .. emitUnary, divideBy    integer instructions; false: none
//   emitJoined                             how many steps it emitted as one
//   emitNarrow, readsLowWord               results and operands of 32 bits
//   extendRegister                         sign-extends its low word
//   emitLoad .. emitFence, emitPause       memory and order
//   branchTo, branchIfIs                   a register is a constant
//   emitConditional                        a branch over one step, without a jump
//   setConstant                            rd = a constant
//   makeTarget, setLink, lookUpTarget, emitNoTarget, emitLeaveForTarget  jalr
//   jumpThrough, stopAt, leaveWith         out of the fragment
//   callNow, callBare, prepareCold, emitThunk    C++
//   addLink                                null: it does not fit
//   finishCode                             false: it does not fit
// and uses its largestMaskedWindow and convertsBranches.
#ifndef DPA_EMULATOR_CPU_JIT_FRAGMENT_EMITTER_H
#define DPA_EMULATOR_CPU_JIT_FRAGMENT_EMITTER_H

#include "emulator/cpu/jit/emission.h"
#include "emulator/cpu/jit/local-registers.h"
#include "emulator/cpu/jit/register-flow.h"

#include <map>
#include <span>

namespace dpa::cpu::jit {

/// Where guest registers are at a step of a block.
struct RegisterState {
  Places places;
  uint32_t mapped = 0;  ///< guest registers that have a place
  uint32_t stale = 0;   ///< guest registers that are newer than their cells
  bool isLocal = false; ///< else all is as between the blocks of the fragment
  /// Guest registers that are the sign-extended low word of their host register,
  /// whose high word is undefined.
  uint32_t narrow = 0;
  uint32_t words = 0; ///< guest registers that are known to be such words
};

/// How an instruction was emitted.
enum class Emitted : uint8_t {
  Nothing,
  Wide,
  Narrow ///< its result is the low word of the register, sign-extended
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
  void saveRegisters() { host().storeRegisters(staleMapped()); }
  /// The thunk that saves the registers that are stale now, calls the function of
  /// a site, and loads all mapped registers.
  Label &thunk() { return thunks_[staleMapped()]; }
  /// Its cell is to be written before C++ reads it.
  void markStale(uint8_t r) { now_.stale |= uint32_t(1) << r; }
  /// Whether the host register of r is newer than its cell.
  bool isStale(uint8_t r) const { return (now_.stale >> r & 1) != 0; }
  bool isLimited(uint8_t rd) const {
    return rd == 2 && source_.privilege == Privilege::User;
  }

  // ---- words (emission.h)
  bool isNarrow(uint8_t r) const { return (now_.narrow >> r & 1) != 0; }
  bool isWord(uint8_t r) const { return r == 0 || (now_.words >> r & 1) != 0; }
  /// Computes the high word of the host register of r if it is undefined.
  void widen(uint8_t r) {
    if (!isNarrow(r))
      return;
    host().extendRegister(r);
    forgetNarrow(r);
  }
  /// The high word of r is defined from now on: r has another value.
  void forgetNarrow(uint8_t r) { now_.narrow &= ~(uint32_t(1) << r); }

  // ---- tests of addresses
  bool canTest(const Window &window) const {
    return biasOf(window) == biasOf(context_.readable) &&
           sizeTested(window) >= sizeof(uint64_t);
  }
  /// The bits that an offset in the window has clear if the cell is aligned and
  /// in the part that is tested.
  static uint64_t maskOf(const Window &window, unsigned bytes) {
    return ~(sizeTested(window) - 1) | (bytes - 1);
  }
  /// The window for all accesses of a group: what is writable is readable, too.
  const Window &windowOf(const AccessGroup &group) const {
    return group.stores ? context_.writable : context_.readable;
  }
  /// The largest offset in its window at which a group may begin.
  uint64_t lastBegin(const AccessGroup &group) const {
    return std::min(windowOf(group).limit[0], Host::largestMaskedWindow) -
           extentOf(group);
  }
  Coverage coverageOf(const Step &step) const {
    return jit::coverageOf(groups_, indexOfStep(step));
  }
  /// Where to continue if the common test of a step's group fails: in a tail.
  Label &addTail(const Step &step);

  /// The test is that of the fuel that is left, so a stop gives back what was taken.
  static bool isFuelTakenFirst(const FragmentBlock &block) {
    return block.tested != 0 && block.tested == block.taken;
  }

  // ---- C++
  /// Executes the instruction in C++, inline.
  void callSite(const Step &step) {
    widenAll();
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
  Label bareThunk_; ///< a thunk that does not save or load registers
  bool outOfMemory_ = false;

private:
  uint32_t mapped() const { return now_.mapped; }
  uint32_t staleMapped() const { return now_.stale & mapped(); }
  friend Host; // only Host derives from it
  FragmentEmitter(const Fragment &fragment, const Translation &translation,
                  int poolSize)
      : source_(fragment), context_(translation), poolSize_(poolSize),
        flow_(registerFlow(fragment, targetTableSize(fragment) != 0)),
        home_(stateWith(
            chooseRegisters(gainsOfPlaces(fragment, flow_), poolSize))),
        now_(home_), plans_(fragment.blocks.size()),
        startStates_(fragment.blocks.size()),
        blockLabels_(fragment.blocks.size()),
        fuelLabels_(fragment.blocks.size()),
        sideEntrances_(fragment.blocks.size()) {
    makeTargetTable();
  }

  /// Where tails lead back into a block: before this step.
  struct Rejoin {
    explicit Rejoin(size_t step) : step(step) {}
    size_t step;
    Label label;
  };
  /// A copy of some steps of a block without common tests, behind the blocks.
  struct Tail {
    Tail(const FragmentBlock *block, size_t step, const RegisterState &state,
         size_t chain, Rejoin &rejoin)
        : block(block), step(step), registers(state), chain(chain),
          rejoin(rejoin) {}
    Label label;
    const FragmentBlock *block;
    size_t step;
    RegisterState registers;
    size_t chain; ///< where it starts
    Rejoin &rejoin;
  };
  struct Exit {
    Exit(uint64_t address, uint32_t stale, uint32_t owed)
        : address(address), stale(stale), owed(owed) {}
    uint64_t address;
    uint32_t stale; ///< registers to save
    uint32_t owed;  ///< fuel
    Label label;
  };

  static RegisterState stateWith(const Places &places) {
    RegisterState state;
    state.places = places;
    for (uint8_t r = 1; r < guestRegisters; ++r)
      if (places[r] >= 0)
        state.mapped |= uint32_t(1) << r;
    return state;
  }
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

  static uint64_t extentOf(const AccessGroup &group) {
    return static_cast<uint64_t>(group.end - group.begin());
  }
  /// Finds the groups of the block that fit into their windows.
  void findAccessGroups(const FragmentBlock &block) {
    groups_ = findGroups(block, canTest(context_.readable) &&
                                    canTest(context_.writable) &&
                                    isReadableWhereWritable(context_));
    std::erase_if(groups_, [this](const AccessGroup &group) {
      return sizeTested(windowOf(group)) < extentOf(group);
    });
  }

  void makeTargetTable();
  void fillTargetTable();
  void emitBlock(size_t index);
  void takeFuel(const FragmentBlock &block, Label &outOfFuel);
  /// The steps from `first` to before `end`, which do not leave the block. The moves of registers
  /// before `first` have been made.
  void emitSteps(const FragmentBlock &block, size_t first, size_t end);
  /// How the block at this index ends.
  void emitEnd(const FragmentBlock &block, size_t index);
  void emitTails();
  /// Where a tail ends that begins at this step: behind all groups that begin in it, whose common
  /// tests it leaves out.
  size_t endOfTailFrom(size_t first) const;
  Rejoin &findOrAddRejoin(size_t step);
  /// If tails lead back to before this step of the current block, binds their label.
  void bindRejoin(size_t step);
  void emitStep(const Step &step);
  /// The branch and the conditional step behind it.
  void emitConditional(const FragmentBlock &block, size_t branch);
  /// Emits a step that is not a jump, after the high words that it reads.
  void emitWithWidths(const Step &step);
  void noteResult(const Step &step, bool isWordNow);
  void widenAll() {
    forEachRegister(now_.narrow, [this](uint8_t r) { widen(r); });
  }

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
  void loadPlaced() { host().loadRegisters(mapped()); }
  void callWith(const Site &site);

  bool emitInteger(const Step &step);
  bool emitDivide(const Step &step);
  void emitJumpRegister(const Step &step);
  void emitCold();
  /// Leaves for an address outside, here.
  void leaveFor(uint64_t address, uint32_t owed);
  void emitThunks();
  /// Those that are not in front of their blocks.
  void emitWaysIn();
  /// The entry and the side entrance of a block, if it has them. Falls through to what is emitted next:
  /// the block, or a jump to it.
  void emitWayIn(size_t index);
  static bool hasWayIn(const FragmentBlock &block) {
    return block.hasEntry() || block.testedAside != 0;
  }
  /// Whether the code in front of a block leads elsewhere, so that its ways in fit there.
  bool hasRoomInFront(size_t index) const;
  /// Where indirect jumps and returns to an address lead.
  Label &sideEntranceOrBlock(uint64_t address);
  /// The blocks whose code is in front of and behind that of a block; null: there is none.
  const FragmentBlock *laidOutBefore(size_t index) const;
  const FragmentBlock *laidOutBehind(size_t index) const;
  /// Continues at an address, inside or outside of the fragment.
  void goTo(uint64_t address, size_t index);
  Label &labelOf(uint64_t address);

  const int poolSize_;
  const std::vector<BlockRegisters> flow_;
  const RegisterState home_; ///< between blocks
  RegisterState now_;
  std::vector<std::vector<RegisterMove>> plans_; ///< by the first block
  size_t chainStart_ = 0; ///< the first block of the current chain
  std::vector<RegisterState> startStates_; ///< at the start of each block
  std::map<uint32_t, Label> thunks_;       ///< by the registers that they save
  bool needsBareThunk_ = false;
  std::vector<Label> blockLabels_;
  std::vector<Label> fuelLabels_;
  std::vector<Label> sideEntrances_; ///< they test the fuel (fuel.cpp)
  std::deque<Exit> exits_;
  std::deque<Cold> colds_;
  std::deque<Tail> tails_;
  std::deque<Rejoin> rejoins_;
  size_t firstRejoin_ = 0; ///< of the current block, in rejoins_
  Label noTarget_;
  uint32_t staleWithoutTarget_ = 0; ///< at any jump to noTarget_
  std::vector<EntryPoint> entries_;
  const FragmentBlock *current_ = nullptr;
  std::vector<AccessGroup> groups_; ///< of the current block
};

template <class Host, class Label, class Cold>
bool FragmentEmitter<Host, Label, Cold>::emit(
    std::vector<EntryPoint> &entries) {
  for (size_t i = 0; i < source_.blocks.size(); ++i)
    emitBlock(i);
  emitCold();
  emitWaysIn();
  fillTargetTable();
  entries = std::move(entries_);
  return host().finishCode();
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::emitBlock(size_t index) {
  const FragmentBlock &block = source_.blocks[index];
  if (block.isAbsorbed)
    return;
  findAccessGroups(block);
  firstRejoin_ = rejoins_.size();
  current_ = &block;
  if (!block.isContinuation) {
    planRegisters(index);
    now_ = home_;
    now_.stale = flow_[index].stale;
    now_.isLocal = !plans_[index].empty();
  }
  now_.words = 0; // it may be entered from anywhere
  startStates_[index] = now_;
  if (hasWayIn(block) && hasRoomInFront(index))
    emitWayIn(index);
  if (block.isLoop)
    host().alignLoop();
  host().bind(blockLabels_[index]);
  takeFuel(block, fuelLabels_[index]);
  const size_t end = block.endOfBody();
  if (end != 0)
    moveRegisters(0);
  emitSteps(block, 0, end);
  bindRejoin(end);
  emitEnd(block, index);
}

template <class Host, class Label, class Cold>
void FragmentEmitter<Host, Label, Cold>::takeFuel(const FragmentBlock &block,
                                                  Label &outOfFuel) {
  if (isFuelTakenFirst(block))
    return host().takeOrStop(block.taken, outOfFuel);
  if (block.tested != 0)
    host().testFuel(block.tested, outOfFuel);
  if (block.taken != 0)
    host().takeFuel(block.taken);
}

} // namespace dpa::cpu::jit

#include "emulator/cpu/jit/fragment-jumps.h"
#include "emulator/cpu/jit/fragment-steps.h"

#endif
