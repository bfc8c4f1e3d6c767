// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of an activation, in instructions and in processor time.
#include "emulator/unit/activation-guard.h"

#include <array>
#include <cstdio>

namespace dpa {
namespace {

/// a + b, at most UINT64_MAX.
uint64_t addSaturated(uint64_t a, uint64_t b) {
  return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

} // namespace

ActivationGuard::ActivationGuard(const ActivationLimits &limits,
                                 uint64_t retired)
    : limits_(limits),
      instructionEnd_(limits.instructions != 0
                          ? addSaturated(retired, limits.instructions)
                          : UINT64_MAX) {}

ActivationGuard::Verdict ActivationGuard::check(uint64_t retired, bool waits,
                                                uint64_t nanoseconds) {
  bool late = isLate(nanoseconds);
  if (retired < instructionEnd_ && !waits && (watchdogRaised_ || !late))
    return Verdict::Continue;
  if (watchdogRaised_)
    return Verdict::GiveUp;
  watchdogRaised_ = true;
  if (retired >= instructionEnd_)
    reached_ = Limit::Instructions;
  else if (late)
    reached_ = Limit::Time;
  instructionEnd_ = addSaturated(retired, graceInstructions);
  return Verdict::RaiseWatchdog;
}

std::string ActivationGuard::reachedLimit() const {
  constexpr double nanosecondsInSecond = 1e9;
  std::array<char, 32> seconds{};
  switch (reached_) {
  case Limit::Instructions:
    return "its budget of " + std::to_string(limits_.instructions) +
           " instructions is used up";
  case Limit::Time:
    std::snprintf(seconds.data(), seconds.size(), "%.9g",
                  static_cast<double>(limits_.nanoseconds) /
                      nanosecondsInSecond);
    return "its limit of " + std::string(seconds.data()) +
           " seconds of processor time is reached";
  case Limit::None:
    break;
  }
  return "";
}

} // namespace dpa
