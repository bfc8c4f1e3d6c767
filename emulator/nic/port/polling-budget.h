// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often a thread polls for frames before it sleeps: often while that finds
// some, more and more rarely while it does not, because the other end may need this
// processor.
#ifndef DPA_EMULATOR_NIC_PORT_POLLING_BUDGET_H
#define DPA_EMULATOR_NIC_PORT_POLLING_BUDGET_H

#include <algorithm>
#include <chrono>

namespace dpa {

class PollingBudget {
public:
  /// Without a budget, one poll() of so many tries: the interval doubles with each that fails.
  static constexpr unsigned intervalMin = 8;
  static constexpr unsigned intervalMax = 512;

  /// poll() takes at most about `longest`.
  explicit PollingBudget(std::chrono::nanoseconds longest)
      : longest_(longest) {}

  /// If allowed, calls `look` (a system call or a few) until it returns true or the time is over.
  /// Returns whether it has returned true.
  template <typename Look> bool poll(Look look) {
    if (!isAllowed())
      return false;
    const auto end = std::chrono::steady_clock::now() + longest_;
    do {
      if (look()) {
        recordHit();
        return true;
      }
    } while (std::chrono::steady_clock::now() < end);
    recordMiss();
    return false;
  }

private:
  static constexpr unsigned creditMax = 8;

  bool isAllowed() {
    if (credit_ != 0)
      return true;
    refused_ = (refused_ + 1) % interval_;
    return refused_ == 0;
  }
  void recordHit() {
    credit_ = std::min(credit_ + 1, creditMax);
    interval_ = intervalMin;
  }
  void recordMiss() {
    if (credit_ == 0)
      interval_ = std::min(2 * interval_, intervalMax);
    credit_ /= 2;
  }

  const std::chrono::nanoseconds longest_;
  unsigned credit_ = creditMax;
  unsigned interval_ = intervalMin;
  unsigned refused_ = 0;
};

} // namespace dpa

#endif
