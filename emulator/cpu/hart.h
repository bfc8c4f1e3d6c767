// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One RISC-V hart (rv64imac, Zicntr, optional Zba/Zbb/Zbs/Zihintpause, machine
// and user mode) and the address space that the harts of one machine share.
// Knows RISC-V and nothing of the DPA: memory is given to it as regions,
// devices as MMIO regions. Guest code can never make it fail: every fault is a
// RISC-V trap into the guest's machine mode, and a machine mode that cannot
// take a trap is a stop reason.
#ifndef DPA_EMULATOR_CPU_HART_H
#define DPA_EMULATOR_CPU_HART_H

#include "emulator/cpu/dynamic-memory.h"
#include "emulator/cpu/engine.h"

#include <memory>

namespace dpa::cpu {

class Hart;

/// Extensions beyond rv64imac_zicntr_zicsr_zifencei. An instruction of an
/// absent one is illegal; only `pause` is a fence hint of the base instruction
/// set, and so does nothing where Zihintpause is absent.
struct Isa {
  bool zba = false;
  bool zbb = false;
  bool zbs = false;
  bool zihintpause = false;
};

enum class Privilege : uint8_t { User = 0, Machine = 3 };

/// Exception codes of the privileged specification (mcause without the
/// interrupt bit).
enum class Cause : uint8_t {
  FetchMisaligned = 0,
  FetchFault = 1,
  IllegalInstruction = 2,
  Breakpoint = 3,
  LoadMisaligned = 4,
  LoadFault = 5,
  StoreMisaligned = 6,
  StoreFault = 7,
  EcallFromUser = 8,
  EcallFromMachine = 11,
  StackLimit = 24, ///< custom: a user-mode result for x2 below the stack-limit
                   ///< CSR (0x7C0)
};

/// A device behind a region. Accesses are naturally aligned and within the
/// region; `offset` and `bytes` are in bytes. Returning false makes the access
/// a load or store access fault.
class MmioDevice {
public:
  virtual ~MmioDevice() = default;
  virtual bool load(Hart &hart, uint64_t offset, unsigned bytes,
                    uint64_t &value) = 0;
  virtual bool store(Hart &hart, uint64_t offset, unsigned bytes,
                     uint64_t value) = 0;
};

struct Permissions {
  bool read = false;
  bool write = false;
  bool execute = false;
};

/// A range of guest addresses: host memory (`host`, not owned, must outlive the
/// address space; aligned like `base` modulo 8), a device (`mmio`) or memory
/// that comes and goes (`dynamic`). An access or an instruction that crosses its
/// end faults. Only host memory can hold code; devices have no atomic
/// operations.
struct Region {
  uint64_t base = 0;
  uint64_t size = 0;
  std::byte *host = nullptr;
  MmioDevice *mmio = nullptr;
  Permissions user;
  Permissions machine;
  DynamicMemory *dynamic = nullptr;
};

/// The memory of one machine, and the decoded code that its harts share.
/// Regions are added before the first hart is made. For each privilege, the
/// longest run of readable (for stores: writable) host regions that follow each
/// other in the guest and in the host is the fast path: give text and data one
/// host mapping. For machine mode it is a run that user mode has no right to, if
/// there is any. The order of calls does not matter.
class AddressSpace {
public:
  explicit AddressSpace(const EngineOptions &options = {});
  ~AddressSpace();
  AddressSpace(const AddressSpace &) = delete;
  AddressSpace &operator=(const AddressSpace &) = delete;

  /// False, and nothing added: empty, wraps around, overlaps another, not
  /// exactly one of `host`, `mmio` and `dynamic`, or `host` not aligned like
  /// `base`.
  bool add(const Region &region);

  /// Guest memory [address, address + size) was changed from outside: decoded
  /// code of that range is forgotten at the next fence.i or run() of each hart.
  void codeChanged(uint64_t address, uint64_t size);

  /// Returns when no hart can use any more what a DynamicMemory has told it
  /// before the call. Any thread, but not out of an access of a hart of this
  /// address space; harts that run are waited for, some ten microseconds.
  void forgetTranslations();

  /// What runs the code of this address space: Interpreter or Jit.
  Engine engine() const;

  struct Impl;
  Impl &impl() { return *theImpl_; }

private:
  std::unique_ptr<Impl> theImpl_;
};

/// Source of the `cycle` and `time` counters (unprivileged reads and mcycle).
class Clock {
public:
  virtual ~Clock() = default;
  virtual uint64_t cycles(const Hart &hart) = 0;
  virtual uint64_t time(const Hart &hart) = 0;
};

enum class Stop : uint8_t {
  Fuel,      ///< the instruction budget of this run is used up
  Wfi,       ///< waits for an interrupt; run again after raise()
  Requested, ///< requestStop(), by another thread, or by a device during an
             ///< access, which is then the last instruction
  Lockup,    ///< a trap that the handler at mtvec cannot take: its first
  ///< instruction traps, or machine mode traps at one address again and
  ///< again without an mret. The CSRs tell of the trap before, pc where
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

  /// Whether an lr waits for its sc, which would succeed if the cell held the
  /// same value.
  bool hasReservation() const;
  /// Makes that sc fail. For who knows when others may have stored.
  void dropReservation();

  /// Forgets what a DynamicMemory has told this hart: while it does not run, or
  /// by a device that it accesses.
  void forgetTranslations();

  uint64_t id() const;
  uint64_t pc() const;
  void setPc(uint64_t pc);
  uint64_t x(unsigned index) const;
  void setX(unsigned index, uint64_t value);
  Privilege privilege() const;
  /// Instructions retired since reset, whatever was written to minstret; exact
  /// at every stop.
  uint64_t retired() const;
  /// Machine-mode CSRs by number, e.g. 0x341 mepc, 0x342 mcause, 0x343 mtval.
  uint64_t csr(unsigned number) const;

  /// For the owner (the execution unit that this hart belongs to).
  void *owner = nullptr;

  struct Impl;
  Impl &impl() { return *theImpl_; }

private:
  std::unique_ptr<Impl> theImpl_;
};

} // namespace dpa::cpu

#endif
