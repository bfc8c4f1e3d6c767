// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of an activation, in instructions and in processor time.
#include "emulator/activation-guard.h"

#include <algorithm>
#include <ctime>

namespace dpa {
namespace {

/// About a millisecond of work: the finest grain of the time limit.
constexpr uint64_t SliceInstructions = 500'000;
/// What the firmware may take to answer the watchdog.
constexpr uint64_t GraceInstructions = 200'000;

/// Processor time of this thread: unlike the wall clock it stands still while
/// the program is stopped or the machine is busy with others.
uint64_t threadNanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<uint64_t>(now.tv_nsec);
}

/// a + b, at most UINT64_MAX.
uint64_t addSaturated(uint64_t a, uint64_t b) {
  return b > UINT64_MAX - a ? UINT64_MAX : a + b;
}

} // namespace

ActivationGuard::ActivationGuard(const ActivationLimits &limits,
                                 uint64_t retired)
    : Limits(limits),
      InstructionEnd(limits.instructions != 0
                         ? addSaturated(retired, limits.instructions)
                         : UINT64_MAX) {}

uint64_t ActivationGuard::slice(uint64_t retired) const {
  uint64_t left = InstructionEnd > retired ? InstructionEnd - retired : 1;
  return std::min(left, SliceInstructions);
}

ActivationGuard::Verdict ActivationGuard::check(uint64_t retired, bool waits) {
  if (retired < InstructionEnd && !waits && (WatchdogRaised || !timeIsOver()))
    return Verdict::Continue;
  if (WatchdogRaised)
    return Verdict::GiveUp;
  WatchdogRaised = true;
  InstructionEnd = addSaturated(retired, GraceInstructions);
  return Verdict::RaiseWatchdog;
}

/// The clock is first read after the first slice: short activations never pay
/// for it, long ones get that slice for free.
bool ActivationGuard::timeIsOver() {
  if (Limits.nanoseconds == 0)
    return false;
  uint64_t now = threadNanoseconds();
  if (TimeStart == 0)
    TimeStart = now;
  return now - TimeStart >= Limits.nanoseconds;
}

} // namespace dpa
