// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that comes and goes while harts run: a region whose owner says, access
// by access, what is behind an address. Harts remember the answers until their
// owner or AddressSpace::forgetTranslations() makes them forget. Knows no
// addresses of any machine.
#ifndef DPA_EMULATOR_CPU_DYNAMIC_MEMORY_H
#define DPA_EMULATOR_CPU_DYNAMIC_MEMORY_H

#include <cstddef>
#include <cstdint>

namespace dpa::cpu {

class Hart;

/// A range of guest addresses with one piece of host memory behind it; `host`
/// is aligned like `base` modulo 8.
struct Extent {
  uint64_t base = 0;
  uint64_t size = 0;
  std::byte *host = nullptr;
  bool mayRead = false;
  bool mayWrite = false;
};

/// What a hart is about to do.
struct Access {
  uint64_t address = 0; ///< of the guest, not of the region
  unsigned bytes = 0;   ///< naturally aligned
  bool reads = false;
  bool writes = false;
};

class DynamicMemory {
public:
  virtual ~DynamicMemory() = default;
  /// The memory around an access that is allowed; called on the hart's thread.
  /// False: a load or store access fault. The hart may use `extent` for this
  /// and later accesses until it is made to forget: the owner takes memory away
  /// in this order: later calls fail, forgetTranslations(), unmap.
  virtual bool translate(Hart &hart, const Access &access, Extent &extent) = 0;
};

} // namespace dpa::cpu

#endif
