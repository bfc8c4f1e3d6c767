// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clock of the modelled cores, 1.8 GHz: from cycles to times, rounded down.
#ifndef DPA_EMULATOR_INTERFACE_CLOCK_RATE_H
#define DPA_EMULATOR_INTERFACE_CLOCK_RATE_H

#include <cstdint>

namespace dpa {

constexpr uint64_t microsecondsOf(uint64_t cycles) {
  return cycles / 1800;
}

/// 5 / 9 of the cycles; without overflow.
constexpr uint64_t nanosecondsOf(uint64_t cycles) {
  return cycles / 9 * 5 + cycles % 9 * 5 / 9;
}

} // namespace dpa

#endif
