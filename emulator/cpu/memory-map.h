// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The regions of an address space in order, and the windows made from them. Does not change after
// the first run, except the points of a debugger.
#ifndef DPA_EMULATOR_CPU_MEMORY_MAP_H
#define DPA_EMULATOR_CPU_MEMORY_MAP_H

#include "emulator/cpu/debug-points.h"
#include "emulator/cpu/engine.h"
#include "emulator/cpu/guest-memory.h"
#include "emulator/cpu/isa.h"
#include "emulator/cpu/region.h"

#include <vector>

namespace dpa::cpu {

inline const Permissions &permissionsOf(const Region &region,
                                        Privilege privilege) {
  return privilege == Privilege::Machine ? region.machine : region.user;
}

struct MemoryMap {
  explicit MemoryMap(const EngineOptions &options) : options(options) {}

  /// AddressSpace::add().
  bool add(const Region &region);

  /// The region that holds `address`, or null.
  const Region *find(uint64_t address) const;

  /// True if a store through some region could change the host memory of
  /// `region`.
  bool mayBeStoredTo(const Region &region) const;

  const EngineOptions options;
  DebugPoints debug;              ///< changes while no hart runs
  std::vector<Region> regions;    ///< sorted by address
  std::array<Window, 2> readable; ///< by privilege
  std::array<Window, 2> writable;

private:
  void makeWindows(Privilege privilege);
};

} // namespace dpa::cpu

#endif
