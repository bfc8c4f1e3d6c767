// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the execution units (EUs) of a device have done: sums for each, and, on
// request, a trace with the counters at the start and end of each activation. All
// processes of a device share it. Thread safe.
#ifndef DPA_EMULATOR_UNIT_EU_STATISTICS_H
#define DPA_EMULATOR_UNIT_EU_STATISTICS_H

#include "emulator/interface/device.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>

namespace dpa {

/// An activation while it runs.
struct ActivationMark {
  uint32_t eu = 0;
  uint32_t process = 0;
  uint32_t thread = 0;
  uint64_t number = 0; ///< on its EU; given by begin()
  uint64_t cycles = 0; ///< at its begin
};

class EuStatistics {
public:
  /// Samples that a trace can hold until they are taken.
  static constexpr size_t samplesMax = 65536;

  explicit EuStatistics(uint32_t units)
      : units_(units), sums_(std::make_unique<Sums[]>(units)) {}

  /// begin() and end() from the thread that has the EU.
  ScheduleSample begin(ActivationMark &mark);
  /// `cycles` now; `instructions` that it has retired.
  ScheduleSample end(const ActivationMark &mark, uint64_t cycles,
                     uint64_t instructions);

  /// Of an EU that is running, they may be those before and after the end of an
  /// activation.
  EuCounters counters(uint32_t eu) const;

  /// Begins or ends a trace; a new one is empty.
  void setTrace(bool on);
  ScheduleTrace takeTrace();

private:
  /// Of one EU: only the thread that has it writes them, so that activations of
  /// different EUs do not wait for each other.
  struct alignas(64) Sums {
    std::atomic<uint64_t> begun = 0;       ///< activations
    std::atomic<uint64_t> activations = 0; ///< that have ended
    std::atomic<uint64_t> cycles = 0;
    std::atomic<uint64_t> instructions = 0;
  };

  ScheduleSample sampleOf(ScheduleSample::Kind kind, const ActivationMark &mark,
                          uint64_t cycles) const;
  void add(const ScheduleSample &sample);

  const uint32_t units_;
  const std::unique_ptr<Sums[]> sums_;
  std::atomic<bool> isTracing_ = false; ///< changes under the lock
  std::mutex lock_;                     ///< of what follows
  ScheduleTrace trace_;
};

} // namespace dpa

#endif
