// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An interface that makes the accesses of user code instead of the hart: for
// models of caches and store buffers. Passed to an address space when it is made
// (EngineOptions); its code is then only interpreted. Machine mode is not
// observed, nor is fetching. Called on the thread that runs the hart, after
// rights and alignment were checked. Never raises traps.
#ifndef DPA_EMULATOR_CPU_OBSERVER_H
#define DPA_EMULATOR_CPU_OBSERVER_H

#include <cstddef>
#include <cstdint>

namespace dpa::cpu {

class Hart;

struct ObservedAccess {
  Hart &hart;
  uint64_t pc = 0; ///< of the instruction
  uint64_t address = 0;
  unsigned bytes = 0;        ///< 1, 2, 4 or 8; the address is a multiple of it
  std::byte *cell = nullptr; ///< host memory; null in a device. That of a
                             ///< DynamicMemory only during the call
};

/// An atomic operation on a cell: lr, sc or amo.
struct ObservedAtomic {
  ObservedAccess access;
  bool stores = false;   ///< not lr; sc, though it may fail
  bool acquires = false; ///< its aq bit
  bool releases = false; ///< its rl bit
};

/// A fence; the sets are those of the instruction: bits 0 to 3 are w, r, o, i.
struct ObservedFence {
  Hart &hart;
  uint64_t pc = 0;
  unsigned before = 0;
  unsigned after = 0;
  /// The immediate of the hint `slti x0, x0, hint` directly before it, or 0.
  unsigned hint = 0;
};

class MemoryObserver {
public:
  virtual ~MemoryObserver() = default;

  /// What the hart loads, zero-extended.
  virtual uint64_t load(const ObservedAccess &access) = 0;
  /// `value` may have more bits than the cell.
  virtual void store(const ObservedAccess &access, uint64_t value) = 0;
  /// The hart is about to make it in the cell itself.
  virtual void atomic(const ObservedAtomic &operation) = 0;
  virtual void fence(const ObservedFence &fence) = 0;
  /// A store to a device is about to be made.
  virtual void deviceStore(const ObservedAccess &access, uint64_t value) = 0;
  /// User code is about to trap into machine mode, for mcause; pc and registers
  /// are as it finds them.
  virtual void trap(Hart &hart, uint64_t cause) = 0;
};

} // namespace dpa::cpu

#endif
