// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that is mapped and unmapped while harts run: the owner of the region
// translates each access. Harts cache the translations until their owner or
// AddressSpace::forgetTranslations() drops them. Knows no addresses of any
// machine.
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

/// An access that a hart is about to make.
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
  /// and later accesses until forgetTranslations(). To remove memory, the owner
  /// first makes later calls fail, then calls forgetTranslations(), then unmaps.
  virtual bool translate(Hart &hart, const Access &access, Extent &extent) = 0;
};

} // namespace dpa::cpu

#endif
