// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counters of reproducible runs (docs/design.md, "Clocks"): `cycle` is the
// number of instructions that the execution unit has retired, `time` the
// microseconds that a core of 1.8 GHz needs for them. The same in every run.
#ifndef DPA_EMULATOR_UNIT_INSTRUCTION_CLOCK_H
#define DPA_EMULATOR_UNIT_INSTRUCTION_CLOCK_H

#include "emulator/cpu/hart.h"
#include "emulator/interface/clock-rate.h"

namespace dpa {

class InstructionClock : public cpu::Clock {
public:
  uint64_t cycles(const cpu::Hart &hart) override { return hart.retired(); }
  uint64_t time(const cpu::Hart &hart) override {
    return microsecondsOf(hart.retired());
  }
};

} // namespace dpa

#endif
