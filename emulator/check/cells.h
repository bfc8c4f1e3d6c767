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

using cpu::loadCell;
using cpu::storeCell;

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
