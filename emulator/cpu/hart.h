// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One RISC-V hart (rv64imac, Zicntr, optional Zba/Zbb/Zbs/Zihintpause, machine
// and user mode). Knows RISC-V and nothing of the DPA. Guest code can never make
// it fail: every fault is a RISC-V trap into the guest's machine mode, and a
// machine mode that cannot take a trap is a stop reason.
#ifndef DPA_EMULATOR_CPU_HART_H
#define DPA_EMULATOR_CPU_HART_H

#include "emulator/cpu/address-space.h"
#include "emulator/cpu/clock.h"
#include "emulator/cpu/isa.h"

#include <memory>
#include <optional>
#include <span>

namespace dpa::cpu {

struct HartState;

enum class Stop : uint8_t {
  Fuel,       ///< the instruction budget of this run is used up
  Wfi,        ///< waits for an interrupt; run again after raise()
  Requested,  ///< requestStop(), by another thread, or by a device during an
              ///< access, which is then the last instruction
  Breakpoint, ///< before an instruction of user code that has a breakpoint
  Trap,       ///< before an exception of user code (DebugPoints::catchTraps);
              ///< running on takes the trap
  Lockup,     ///< a trap that the handler at mtvec cannot take: its first
  ///< instruction traps, or machine mode traps at one address again and
  ///< again without an mret. The CSRs describe the trap before, pc where
  ///< the handler failed.
};

/// Registers and counters are read and written only while the hart does not
/// run. raise(), clear() and requestStop() may be called by any thread at any
/// time.
class Hart {
public:
  Hart(AddressSpace &space, const Isa &isa, uint64_t id, Clock &clock);
  ~Hart();
  Hart(const Hart &) = delete;
  Hart &operator=(const Hart &) = delete;

  /// Reset: machine mode, interrupts off, registers and CSRs 0 (so user mode
  /// may not read counters), pc as given. Pending interrupts stay: they are the
  /// devices'.
  void reset(uint64_t pc);

  /// Retires at most `fuel` instructions, exactly that many if the stop is
  /// Fuel, then says why it stopped. A pending stop request is consumed. Throws
  /// std::bad_alloc; the hart may then be destroyed, but not run on.
  Stop run(uint64_t fuel);

  /// Machine interrupt pending bits (mip), by interrupt number below 64.
  void raise(unsigned interrupt);
  void clear(unsigned interrupt);
  void requestStop();

  /// Whether an lr still waits for its sc, which succeeds if the cell holds the
  /// same value.
  bool hasReservation() const;
  /// Makes that sc fail. For owners that know when others may have stored.
  void dropReservation();

  /// For a debugger, while the hart does not run: runs the next instruction even if it
  /// has a breakpoint.
  void skipBreakpoint();
  /// Whether the next instruction is one of user mode with a breakpoint.
  bool isAtBreakpoint() const;
  /// After Stop::Trap: the next run repeats the instruction instead of taking the trap.
  /// setPc() has the same effect.
  void dropTrap();
  /// After Stop::Trap.
  Cause trapCause() const;
  /// The first watched access since the last call: the hart has stopped
  /// (Requested) after the instruction that made it.
  std::optional<WatchHit> takeWatchHit();
  /// Whether any thread is in run().
  bool isRunning() const;

  /// Drops the translations that a DynamicMemory gave to this hart: while it
  /// does not run, or by a device that it accesses.
  void forgetTranslations();

  uint64_t id() const;
  uint64_t pc() const;
  void setPc(uint64_t pc);
  uint64_t x(unsigned index) const;
  std::span<const uint64_t, 32> registers() const;
  void setX(unsigned index, uint64_t value);
  Privilege privilege() const;
  /// Instructions retired since reset, whatever was written to minstret; exact
  /// at every stop.
  uint64_t retired() const;
  /// Machine-mode CSRs by number, e.g. 0x341 mepc, 0x342 mcause, 0x343 mtval.
  uint64_t csr(unsigned number) const;

  /// For checks of values: all registers are defined from now on, and x2 has this
  /// value; while the hart does not run.
  void defineRegisters(uint64_t stackPointer);

  /// For the owner (the execution unit that this hart belongs to).
  void *owner = nullptr;

  HartState &state() { return *state_; }

private:
  std::unique_ptr<HartState> state_;
};

} // namespace dpa::cpu

#endif
