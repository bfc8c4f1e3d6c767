// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often a thread polls for frames before it sleeps: often while that finds
// some, hardly ever while it does not, because the other end may need this processor.
#ifndef DPA_EMULATOR_NIC_PORT_POLLING_BUDGET_H
#define DPA_EMULATOR_NIC_PORT_POLLING_BUDGET_H

#include <algorithm>

namespace dpa {

class PollingBudget {
public:
  static constexpr unsigned pollsMax = 64;
  /// Every so many times without a budget, one is given to try again.
  static constexpr unsigned trialInterval = 64;

  /// How many polls (system calls) the caller may make before it sleeps. If not 0, the caller
  /// then calls recordHit() or recordMiss().
  unsigned pollsAllowed() {
    if (credit_ != 0)
      return pollsMax;
    if (++refused_ % trialInterval != 0)
      return 0;
    return pollsMax;
  }
  void recordHit() { credit_ = std::min(credit_ + 1, creditMax); }
  void recordMiss() { credit_ /= 2; }

private:
  static constexpr unsigned creditMax = 8;
  unsigned credit_ = creditMax;
  unsigned refused_ = 0;
};

} // namespace dpa

#endif
