// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the execution units (EUs) of a device have done: sums for each, and, on
// request, a trace with the counters at the start and end of each activation. All
// processes of a device share it. Thread safe.
#ifndef DPA_EMULATOR_UNIT_EU_STATISTICS_H
#define DPA_EMULATOR_UNIT_EU_STATISTICS_H

#include "emulator/interface/device.h"

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

  explicit EuStatistics(uint32_t units) : counters_(units), begun_(units) {}

  ScheduleSample begin(ActivationMark &mark);
  /// `cycles` now; `instructions` that it has retired.
  ScheduleSample end(const ActivationMark &mark, uint64_t cycles,
                     uint64_t instructions);

  EuCounters counters(uint32_t eu) const;

  /// Begins or ends a trace; a new one is empty.
  void setTrace(bool on);
  ScheduleTrace takeTrace();

private:
  ScheduleSample sampleOf(ScheduleSample::Kind kind, const ActivationMark &mark,
                          uint64_t cycles) const;
  void add(const ScheduleSample &sample);

  mutable std::mutex lock_; ///< of what follows
  std::vector<EuCounters> counters_;
  std::vector<uint64_t> begun_; ///< activations of each EU
  ScheduleTrace trace_;
  bool isTracing_ = false;
};

} // namespace dpa

#endif
