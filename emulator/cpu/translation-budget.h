// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much translating an address space may still cost, over all generations of
// its code. The initial budget is enough for any program whose hot code stays
// the same and fits into the code memory. A program that changes its code again
// and again, or has more hot code than fits, uses it up; then translating has to
// be earned by running, so that it costs a small part of what interpreting does,
// and code that does not pay stays interpreted.
#ifndef DPA_EMULATOR_CPU_TRANSLATION_BUDGET_H
#define DPA_EMULATOR_CPU_TRANSLATION_BUDGET_H

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace dpa::cpu {

/// Counts guest instructions; thread safe.
class TranslationBudget {
public:
  static constexpr int64_t initial = int64_t(1) << 18;
  /// Translating an instruction takes as long as interpreting some
  /// three hundred.
  static constexpr uint64_t retiredPerTranslated = 2000;
  /// What a generation costs before its first translation.
  static constexpr uint64_t generationCost = 1000;

  bool isSpent() const { return left_.load(std::memory_order_relaxed) <= 0; }
  void spend(uint64_t instructions) {
    left_.fetch_sub(static_cast<int64_t>(instructions),
                    std::memory_order_relaxed);
    spent_.fetch_add(instructions, std::memory_order_relaxed);
  }
  /// Harts have retired so many more; never saves up more than at first.
  /// The result is how many of them did not count yet.
  uint64_t earn(uint64_t retired) {
    const auto gain = static_cast<int64_t>(retired / retiredPerTranslated);
    const int64_t left = left_.load(std::memory_order_relaxed);
    left_.fetch_add(std::min(gain, initial - left), std::memory_order_relaxed);
    return retired % retiredPerTranslated;
  }
  /// In all.
  uint64_t spent() const { return spent_.load(std::memory_order_relaxed); }

private:
  std::atomic<int64_t> left_{initial};
  std::atomic<uint64_t> spent_{0};
};

} // namespace dpa::cpu

#endif
