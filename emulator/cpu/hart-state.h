// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inside of a Hart: registers, what the fast paths of its privilege use,
// CSRs, the trap in flight, and what other threads may set. Only the thread
// that runs the hart touches it, except the atomics.
#ifndef DPA_EMULATOR_CPU_HART_STATE_H
#define DPA_EMULATOR_CPU_HART_STATE_H

#include "emulator/cpu/block-trace.h"
#include "emulator/cpu/code-view.h"
#include "emulator/cpu/cut-block.h"
#include "emulator/cpu/misaligned-places.h"
#include "emulator/cpu/translations.h"
#include "emulator/cpu/value-check.h"

#include <optional>

namespace dpa::cpu {

class Clock;
class CodeCache;
class Hart;
struct SpaceState;
enum class Stop : uint8_t;

/// Why the interpreter returned.
enum class Leave : uint8_t {
  SliceEnd, ///< the slice's instructions are used up
  Trap,     ///< `trap` holds cause and value
  System,   ///< a system instruction: `system`
};

struct Trap {
  Cause cause = Cause::IllegalInstruction;
  uint64_t value = 0;
};

/// The last load-reserved; store-conditional succeeds if the cell still holds
/// `value`.
struct Reservation {
  uint64_t address = 0;
  uint64_t value = 0;
  unsigned bytes = 0; ///< 0: none
};

/// Machine-mode registers that hold what was written to them (after csr.cpp has
/// made it legal).
struct MachineRegisters {
  uint64_t vector = 0; // mtvec
  uint64_t epc = 0;
  uint64_t cause = 0;
  uint64_t value = 0; // mtval
  uint64_t scratch = 0;
  uint64_t enabled = 0;                 // mie
  uint64_t counterEnable = 0;           // mcounteren
  uint64_t cycleOffset = 0;             // mcycle - cycles of the clock
  uint64_t retiredOffset = 0;           // minstret - retired
  uint64_t environment = 0;             // menvcfg
  uint64_t stackLimit = 0;              // 0x7C0
  bool interruptEnable = false;         // mstatus.MIE
  bool previousEnable = false;          // mstatus.MPIE
  bool modifiesPrivilege = false;       // mstatus.MPRV
  bool timeoutWait = false;             // mstatus.TW
  Privilege previous = Privilege::User; // mstatus.MPP
};

/// Recent targets of indirect jumps; direct-mapped.
struct JumpCache {
  static constexpr size_t size = 256;
  struct Entry {
    uint64_t address = 1; ///< odd: none
    const Op *op = nullptr;
  };

  Entry &of(uint64_t address) { return entries[address / 2 % size]; }

  std::array<Entry, size> entries;
};

/// Recent targets of indirect jumps that are translated, as translated code
/// looks for them.
struct NativeJumps {
  static constexpr size_t size = 1024;
  struct Entry {
    uint64_t address = 1; ///< odd: none
    const void *code = nullptr;
  };

  Entry &of(uint64_t address) { return entries[address / 2 % size]; }

  std::array<Entry, size> entries;
};

/// What handlers and translated code touch most; translated code knows the
/// offsets.
struct HotState {
  uint64_t x[RegisterFileSize] = {};
  Window readable; ///< of the privilege of data
  Window writable;
  CodeRegion code; ///< where the hart executes
  uint64_t stackLimit = 0;
  int64_t fuel = 0; ///< left of the slice when the interpreter returned
  uint64_t pc = 0;  ///< valid when the interpreter returned
  Trap trap;
  Leave leave = Leave::SliceEnd;
  Reservation reservation;
  JumpCache *jumps = nullptr;             ///< of the current privilege
  Tlb *tlb = nullptr;                     ///< of the privilege of data
  std::array<NativeJumps, 2> nativeJumps; ///< by privilege
};

/// Recent blocks that were cut to fit the end of a budget; direct-mapped, with
/// one place for the longest at an address and one for each limit. Short turns
/// end in the same few loops, and making a block takes a lock.
struct ShortBlocks {
  static constexpr size_t size = 64;
  struct Entry {
    uint64_t address = 1; ///< odd: none
    Privilege privilege = Privilege::Machine;
    ShortBlock block;
    const Op *op = nullptr;

    bool isAt(uint64_t pc, Privilege mode) const {
      return address == pc && privilege == mode;
    }
  };

  /// A block at `pc` that fits `limit`, or the place to make it in.
  Entry &of(uint64_t pc, Privilege mode, uint32_t limit) {
    Entry &longest = entries[pc / 2 % size];
    if (!longest.isAt(pc, mode) || longest.block.limit < limit ||
        longest.block.fits(limit))
      return longest;
    constexpr uint64_t spread = 7;
    return entries[(pc / 2 + limit * spread) % size];
  }
  void clear() {
    for (Entry &entry : entries)
      entry.address = 1;
  }

  std::array<Entry, size> entries;
};

struct HartState : HotState {
  HartState(Hart &self, SpaceState &space, const Isa &isa, uint64_t id,
            Clock &clock);

  ~HartState();
  HartState(const HartState &) = delete;
  HartState &operator=(const HartState &) = delete;

  void reset(uint64_t newPc);
  Stop run(uint64_t budget);

  // ---- the rest of the architectural state
  Privilege privilege = Privilege::Machine;
  /// Whose rights loads, stores and atomics have: with mstatus.MPRV machine
  /// mode takes those of mstatus.MPP.
  Privilege dataPrivilege = Privilege::Machine;
  MachineRegisters machine;
  uint64_t retired = 0;
  int64_t fuelAtCount = 0; ///< `fuel` of the slice when `retired` was counted
  uint64_t retiredAtEarning = 0; ///< what the budget of translations knows
  bool waiting = false;          ///< after wfi
  bool isAtHead = true; ///< pc is that of a head, see Block::countRuns()
  bool entersTranslated = false; ///< false in the last blocks of a budget
  bool staysTranslated = false;  ///< the slice ends where translated code does
  uint64_t retiredAtTrap = ~uint64_t(0); ///< at the last trap entry
  unsigned sameTraps =
      0; ///< exceptions of machine mode at one address since the last mret

  Instruction system; ///< the last system instruction

  // ---- of a debugger
  bool skipsBreakpoint = false; ///< the next instruction runs anyway
  bool hasTrap = false;         ///< `trap` was not taken yet
  std::optional<WatchHit> watchHit;

  // ---- set by any thread
  std::atomic<uint64_t> pending{0}; ///< mip
  std::atomic<bool> stopRequested{false};

  /// In run(), or while another thread releases the hart's code.
  std::atomic<bool> busy{false};

  // ---- fixed
  Hart &self;
  SpaceState &space;
  const MemoryMap &memory; ///< of the space
  const Isa isa;
  const uint64_t id;
  Clock &clock;

  // ---- decoded code of this hart's generation
  std::shared_ptr<CodeCache> cache;
  std::array<CodeView *, 2> views{}; ///< by privilege
  std::array<JumpCache, 2> jumpCaches;
  std::array<Tlb, 2> tlbs;
  RecentExtents extents;         ///< of dynamic memory
  TranslationUse translationUse; ///< of those and of such pages in the TLBs
  ShortBlocks shortBlocks;
  CutBlock cutBlock;
  BlockTrace trace; ///< of this generation
  uint64_t retiredBeforeReset = 0;
  uint64_t ranAtStart =
      0; ///< instructions at the last BackgroundTranslator::start()
  uint64_t retranslations = 0; ///< of the cache, that nativeJumps know
  /// The op at which the last slice ended inside a block; null: at its end. Valid
  /// in the next slice if pc is its address and no register was set meanwhile.
  const Op *resumed = nullptr;
  ShortBlock skippingBlock;      ///< of enterSkipping()
  RecentPlaces misalignedPlaces; ///< that were reported

  /// The instruction whose access is observed: its address is in pc, and for
  /// atomic operations these are its bits.
  uint32_t observedBits = 0;

  ShadowRegisters shadow; ///< of user code that is checked

  /// Null: accesses of the present privilege are not observed.
  MemoryObserver *observer() const {
    return privilege == Privilege::User ? memory.options.observer : nullptr;
  }

  bool allowsMisaligned() const {
    return privilege == Privilege::User && memory.options.allowsMisaligned;
  }

  /// Translated code tests only windows of its own privilege, and no watchpoints.
  bool mayRunTranslated() const {
    return !trace.isRecording() && dataPrivilege == privilege && !isWatched();
  }

  /// Accesses of the present privilege may touch a watchpoint.
  bool isWatched() const {
    return privilege == Privilege::User && !memory.debug.watchpoints.empty();
  }

  /// run() without the lock on `busy`.
  Stop runBusy(uint64_t budget);
  /// By any thread: releases the decoded code of the hart unless it runs.
  void dropCodeIfIdle();
  /// One slice of at most `left` instructions (`left` is not 0).
  void runSlice(uint64_t left);
  /// Instructions in all, also before a reset.
  uint64_t ranInAll() const { return retiredBeforeReset + retired; }
  /// One slice that records the blocks it runs.
  void runTraced(uint64_t left);
  /// Interprets and records whole blocks for at most `left` instructions, which are more than two
  /// blocks.
  void recordSlice(uint64_t left);
  /// The op at which the last slice ended inside a block, if it is at pc.
  const Op *takeResumed();
  /// At most `left` instructions of translated code.
  bool runExactly(uint64_t left);
  void setPrivilege(Privilege next);
  /// After MPRV, MPP or the privilege changed.
  void setDataPrivilege();
  /// From here on, until translationUse.end(), the hart may hold translations
  /// of dynamic memory; drops those that are no longer valid.
  void useTranslations();
  void forgetTranslations();
  /// Uses the current generation of decoded code from here on.
  void refreshCode();
  /// Ops of the block at pc. Null: `trap` and `leave` say why.
  const Op *enter();
  /// The same; the block is a head.
  const Op *enterHead();
  /// enterHead() or enter(), by isAtHead.
  const Op *enterAtStart() { return isAtHead ? enterHead() : enter(); }
  /// The same, for a block that is in no table of the hart.
  const Op *enterRegion();
  /// Ops that retire at most `limit` instructions, for one run: those of the block
  /// at pc, or, if `inside` is not null, those from `inside` on. `before`: what the
  /// block has retired before them; set to that of the result. Null: as enter().
  const Op *enterCut(const Op *inside, uint32_t limit, uint32_t &before);
  void countCutRun(const Op &first);
  /// A block at pc that retires at most `limit` instructions, for one run.
  const Op *enterShort(uint32_t limit);

  /// The block of one instruction at pc, which may have a breakpoint.
  const Op *enterSkipping();
  /// Whether the trap in flight stops the hart for a debugger.
  bool stopsBeforeTrap();

  /// Whether translating pays, with what this hart has retired.
  bool mayTranslate();

  bool hasEnabledInterrupt() const {
    return (pending.load(std::memory_order_acquire) & machine.enabled) != 0;
  }
  bool canBeInterrupted() const {
    return hasEnabledInterrupt() &&
           (privilege == Privilege::User || machine.interruptEnable);
  }

  /// Counts in `retired` what has used up fuel since the last count.
  void countRetired() {
    retired += static_cast<uint64_t>(fuelAtCount - fuel);
    fuelAtCount = fuel;
  }

  bool raiseTrap(Cause cause, uint64_t value) {
    trap = {cause, value};
    leave = Leave::Trap;
    return false;
  }

  /// After a device was accessed: true if it asked to stop or interrupt. The
  /// hart then leaves before its next instruction.
  bool wantsAttention() const {
    return stopRequested.load(std::memory_order_acquire) || canBeInterrupted();
  }
};

} // namespace dpa::cpu

#endif
