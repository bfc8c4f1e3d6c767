// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells of memory that device code and the host share: loads and stores of 1,
// 2, 4 or 8 bytes, aligned, never torn; and the place of an access.
#ifndef DPA_EMULATOR_CHECK_CELLS_H
#define DPA_EMULATOR_CHECK_CELLS_H

#include "emulator/cpu/guest-memory.h"
#include "emulator/cpu/hart.h"
#include "emulator/cpu/observer.h"
#include "emulator/interface/memory-violation.h"

namespace dpa {

/// Zero-extended.
inline uint64_t loadCell(const std::byte *cell, unsigned bytes) {
  switch (bytes) {
  case 1:
    return cpu::loadRelaxed<uint8_t>(cell);
  case 2:
    return cpu::loadRelaxed<uint16_t>(cell);
  case 4:
    return cpu::loadRelaxed<uint32_t>(cell);
  default:
    return cpu::loadRelaxed<uint64_t>(cell);
  }
}

inline void storeCell(std::byte *cell, unsigned bytes, uint64_t value) {
  switch (bytes) {
  case 1:
    return cpu::storeRelaxed(cell, static_cast<uint8_t>(value));
  case 2:
    return cpu::storeRelaxed(cell, static_cast<uint16_t>(value));
  case 4:
    return cpu::storeRelaxed(cell, static_cast<uint32_t>(value));
  default:
    return cpu::storeRelaxed(cell, value);
  }
}

/// An access of user code, taken while its instruction runs.
inline CheckedAccess checkedPlace(const cpu::Hart &hart, uint64_t pc) {
  constexpr unsigned returnAddress = 1;
  return {pc, hart.x(returnAddress), static_cast<uint32_t>(hart.id())};
}
inline CheckedAccess checkedAccess(const cpu::ObservedAccess &access) {
  return checkedPlace(access.hart, access.pc);
}

} // namespace dpa

#endif
