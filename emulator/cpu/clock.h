// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source of a hart's cycle and time counters.
#ifndef DPA_EMULATOR_CPU_CLOCK_H
#define DPA_EMULATOR_CPU_CLOCK_H

#include <cstdint>

namespace dpa::cpu {

class Hart;

/// Source of the `cycle` and `time` counters (unprivileged reads and mcycle).
class Clock {
public:
  virtual ~Clock() = default;
  virtual uint64_t cycles(const Hart &hart) = 0;
  virtual uint64_t time(const Hart &hart) = 0;
};

} // namespace dpa::cpu

#endif
