// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How an arrival of the host enters the order of turns.
#ifndef DPA_EMULATOR_SCHEDULE_ADMISSION_H
#define DPA_EMULATOR_SCHEDULE_ADMISSION_H

#include "emulator/schedule/arrival.h"

#include <functional>

namespace dpa {

class Admission {
public:
  virtual ~Admission() = default;
  /// Runs an action of the host that execution units may notice, such as a copy
  /// to their memory: at once, or between turns where runs are reproducible.
  /// Exceptions of the action reach the caller.
  virtual void admit(const Arrival &arrival,
                     const std::function<void()> &action) = 0;
};

} // namespace dpa

#endif
