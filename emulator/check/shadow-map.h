// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shadow of a process's data range (cpu/value-check.h), and changes of it by range.
// At first nothing is addressable and everything is defined. Ranges may be changed
// while harts run; two threads never change the same range.
#ifndef DPA_EMULATOR_CHECK_SHADOW_MAP_H
#define DPA_EMULATOR_CHECK_SHADOW_MAP_H

#include "emulator/cpu/value-check.h"
#include "emulator/host/host-mapping.h"

namespace dpa {

class ShadowMap {
public:
  /// Of [base, base + size); `size` is a multiple of 8.
  ShadowMap(uint64_t base, uint64_t size);

  /// False: no host memory.
  bool isThere() const;
  cpu::ShadowMemory shadow() const;

  /// Ranges are wholly inside.
  void setAddressable(uint64_t address, uint64_t size, bool isAddressable);
  void setDefined(uint64_t address, uint64_t size);
  void setUndefined(uint64_t address, uint64_t size, uint32_t origin);

private:
  void setBits(uint64_t index, unsigned mask, bool isSet);

  const uint64_t base_;
  const uint64_t size_;
  HostMapping undefined_;
  HostMapping addressable_;
  HostMapping origins_;
};

} // namespace dpa

#endif
