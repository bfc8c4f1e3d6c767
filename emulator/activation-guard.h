// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Watches the limits of one activation: says how many instructions the hart may
// run next, and when its time is over. A limit that is reached raises the
// watchdog once; firmware that does not answer within a grace after that is
// given up. Limits are checked between slices only, so nothing here costs the
// running code anything.
#ifndef DPA_EMULATOR_ACTIVATION_GUARD_H
#define DPA_EMULATOR_ACTIVATION_GUARD_H

#include "emulator/execution-unit.h"

namespace dpa {

class ActivationGuard {
public:
  enum class Verdict : uint8_t { Continue, RaiseWatchdog, GiveUp };

  /// `retired` is the hart's instruction counter at the start.
  ActivationGuard(const ActivationLimits &limits, uint64_t retired);

  /// Instructions to run before the next look; at least 1.
  uint64_t slice(uint64_t retired) const;

  /// After a slice, or when the hart waits for an interrupt that nothing else
  /// than the watchdog will raise.
  Verdict check(uint64_t retired, bool waits);

private:
  bool timeIsOver();

  ActivationLimits Limits;
  uint64_t InstructionEnd; ///< value of the counter; UINT64_MAX: none
  uint64_t TimeStart = 0;  ///< processor time of the thread; 0: not read yet
  bool WatchdogRaised = false;
};

} // namespace dpa

#endif
