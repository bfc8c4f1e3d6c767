// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What translations by one thread cost.
#ifndef DPA_EMULATOR_CPU_TRANSLATION_TIMER_H
#define DPA_EMULATOR_CPU_TRANSLATION_TIMER_H

#include "emulator/cpu/engine.h"

#include <cstdint>
#include <ctime>

namespace dpa::cpu {

/// Reports the instructions that were added, and the processor time that the calling thread has
/// used between construction and destruction. Both readings are system calls, which took up to 12 %
/// of the time of short translations: use one timer for several.
class TranslationTimer {
public:
  explicit TranslationTimer(const EngineOptions &options)
      : options_(options), begin_(isWanted() ? processorTime() : 0) {}
  ~TranslationTimer() {
    if (isWanted())
      options_.translationCost({.instructions = instructions_,
                                .nanoseconds = processorTime() - begin_});
  }
  TranslationTimer(const TranslationTimer &) = delete;
  TranslationTimer &operator=(const TranslationTimer &) = delete;

  void add(uint64_t instructions) { instructions_ += instructions; }

private:
  bool isWanted() const { return static_cast<bool>(options_.translationCost); }
  /// In nanoseconds.
  static uint64_t processorTime() {
    constexpr uint64_t nanosecondsInSecond = 1'000'000'000;
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<uint64_t>(now.tv_sec) * nanosecondsInSecond +
           static_cast<uint64_t>(now.tv_nsec);
  }

  const EngineOptions &options_;
  const uint64_t begin_;
  uint64_t instructions_ = 0;
};

} // namespace dpa::cpu

#endif
