// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Watches the limits of one activation: says how many instructions the hart may
// run next, and when its time is over. A limit that is reached raises the
// watchdog once; firmware that does not answer within a grace after that is
// given up. Limits are checked between turns only, so nothing here costs the
// running code anything.
#ifndef DPA_EMULATOR_UNIT_ACTIVATION_GUARD_H
#define DPA_EMULATOR_UNIT_ACTIVATION_GUARD_H

#include <cstdint>
#include <string>

namespace dpa {

/// What one activation may use; 0: no limit.
struct ActivationLimits {
  uint64_t instructions = 0;
  uint64_t nanoseconds = 0; ///< processor time
};

class ActivationGuard {
public:
  /// What the firmware may take to answer the watchdog.
  static constexpr uint64_t graceInstructions = 200'000;

  enum class Verdict : uint8_t { Continue, RaiseWatchdog, GiveUp };

  ActivationGuard() = default;
  /// `retired` is the hart's instruction counter at the start.
  ActivationGuard(const ActivationLimits &limits, uint64_t retired);

  /// Instructions until the next check at most; at least 1.
  uint64_t left(uint64_t retired) const {
    return instructionEnd_ > retired ? instructionEnd_ - retired : 1;
  }

  /// Whether check() must be called although nothing was run.
  bool isDue(uint64_t nanoseconds) const {
    return watchdogRaised_ || isLate(nanoseconds);
  }

  /// After some instructions, or when the hart waits for an interrupt that
  /// nothing else than the watchdog will raise. `nanoseconds`: processor time
  /// that the activation has had.
  Verdict check(uint64_t retired, bool waits, uint64_t nanoseconds);

  /// The limit that has raised the watchdog, for messages; empty: none has.
  std::string reachedLimit() const;

private:
  enum class Limit : uint8_t { None, Instructions, Time };

  bool isLate(uint64_t nanoseconds) const {
    return limits_.nanoseconds != 0 && nanoseconds >= limits_.nanoseconds;
  }

  ActivationLimits limits_;
  uint64_t instructionEnd_ = UINT64_MAX; ///< value of the counter; max: none
  bool watchdogRaised_ = false;
  Limit reached_ = Limit::None; ///< why it was raised; None: the hart waits
};

} // namespace dpa

#endif
