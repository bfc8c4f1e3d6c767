// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device's counters, from the host's monotonic clock (docs/design.md,
// "Clocks"): `cycle` runs at 1.8 GHz, `time` counts microseconds. Both continue
// while an EU is idle.
#ifndef DPA_EMULATOR_UNIT_HOST_CLOCK_H
#define DPA_EMULATOR_UNIT_HOST_CLOCK_H

#include "emulator/cpu/hart.h"

#include <chrono>

namespace dpa {

class HostClock : public cpu::Clock {
public:
  uint64_t cycles(const cpu::Hart &) override { return nanoseconds() * 9 / 5; }
  uint64_t time(const cpu::Hart &) override { return nanoseconds() / 1000; }

private:
  static uint64_t nanoseconds() {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
  }
};

} // namespace dpa

#endif
