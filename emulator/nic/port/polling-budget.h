// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often a thread looks for frames before it sleeps: often while that finds
// some, hardly ever while it does not, because the other end may need this processor.
#ifndef DPA_EMULATOR_NIC_PORT_POLLING_BUDGET_H
#define DPA_EMULATOR_NIC_PORT_POLLING_BUDGET_H

#include <algorithm>

namespace dpa {

class PollingBudget {
public:
  static constexpr unsigned looksMax = 64;
  /// Every so many times without a budget, one is given to try again.
  static constexpr unsigned trialInterval = 64;

  /// System calls that may be made. hasFound() or hasFoundNothing() follows if not 0.
  unsigned looks() {
    if (credit_ != 0)
      return looksMax;
    if (++without_ % trialInterval != 0)
      return 0;
    return looksMax;
  }
  void hasFound() { credit_ = std::min(credit_ + 1, creditMax); }
  void hasFoundNothing() { credit_ /= 2; }

private:
  static constexpr unsigned creditMax = 8;
  unsigned credit_ = creditMax;
  unsigned without_ = 0;
};

} // namespace dpa

#endif
