// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The time of a reproducible run: the instructions that the device has run, of a
// core with 1.8 instructions in a nanosecond.
#ifndef DPA_EMULATOR_SCHEDULE_DEVICE_TIME_H
#define DPA_EMULATOR_SCHEDULE_DEVICE_TIME_H

#include <cstdint>

namespace dpa {

constexpr uint64_t toNanoseconds(uint64_t instructions) {
  return instructions / 9 * 5 + instructions % 9 * 5 / 9;
}

constexpr uint64_t toInstructions(uint64_t nanoseconds) {
  return nanoseconds / 5 * 9 + nanoseconds % 5 * 9 / 5;
}

/// The first number of instructions at which that much time has passed.
constexpr uint64_t instructionsAt(uint64_t nanoseconds) {
  const uint64_t instructions = toInstructions(nanoseconds);
  return toNanoseconds(instructions) < nanoseconds ? instructions + 1
                                                   : instructions;
}

} // namespace dpa

#endif
