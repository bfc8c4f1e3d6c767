// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The address space that the harts of one machine share: memory is given to it as regions,
// devices as MMIO regions.
#ifndef DPA_EMULATOR_CPU_ADDRESS_SPACE_H
#define DPA_EMULATOR_CPU_ADDRESS_SPACE_H

#include "emulator/cpu/debug-points.h"
#include "emulator/cpu/engine.h"
#include "emulator/cpu/region.h"

#include <memory>

namespace dpa::cpu {

struct SpaceState;

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
  /// code of that range is dropped at the next fence.i or run() of each hart.
  void codeChanged(uint64_t address, uint64_t size);

  /// Sets the points at which harts stop for a debugger. Only while none of them runs.
  void setDebugPoints(DebugPoints points);

  /// Returns when no hart can still use a translation that a DynamicMemory gave
  /// before the call. By any thread, but not during an access of a hart of this
  /// address space; waits for running harts, some ten microseconds.
  void forgetTranslations();

  /// What runs the code of this address space: Interpreter or Jit.
  Engine engine() const;
  /// Whether an observer makes the memory accesses of user code.
  bool isObserved() const;

  SpaceState &state() { return *state_; }

private:
  std::unique_ptr<SpaceState> state_;
};

} // namespace dpa::cpu

#endif
