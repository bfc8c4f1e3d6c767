// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and samples.
#include "emulator/unit/eu-statistics.h"

#include "emulator/interface/clock-rate.h"

#include <new>
#include <utility>

namespace dpa {

ScheduleSample EuStatistics::begin(ActivationMark &mark) {
  std::lock_guard guard(lock_);
  mark.number = ++begun_[mark.eu];
  const ScheduleSample sample =
      sampleOf(ScheduleSample::Kind::In, mark, mark.cycles);
  add(sample);
  return sample;
}

ScheduleSample EuStatistics::end(const ActivationMark &mark, uint64_t cycles,
                                 uint64_t instructions) {
  std::lock_guard guard(lock_);
  EuCounters &counters = counters_[mark.eu];
  ++counters.activations;
  counters.cycles += cycles - mark.cycles;
  counters.nanoseconds = nanosecondsOf(counters.cycles);
  counters.instructions += instructions;
  const ScheduleSample sample =
      sampleOf(ScheduleSample::Kind::Out, mark, cycles);
  add(sample);
  return sample;
}

/// An EU has one activation at a time, so its sum of instructions is the stamp.
ScheduleSample EuStatistics::sampleOf(ScheduleSample::Kind kind,
                                      const ActivationMark &mark,
                                      uint64_t cycles) const {
  return {.kind = kind,
          .eu = mark.eu,
          .process = mark.process,
          .thread = mark.thread,
          .activation = mark.number,
          .microseconds = microsecondsOf(cycles),
          .cycles = cycles,
          .instructions = counters_[mark.eu].instructions};
}

void EuStatistics::add(const ScheduleSample &sample) {
  if (!isTracing_)
    return;
  if (trace_.samples.size() == samplesMax) {
    trace_.isFull = true;
    return;
  }
  try {
    trace_.samples.push_back(sample);
  } catch (const std::bad_alloc &) {
    trace_.isFull = true;
  }
}

EuCounters EuStatistics::counters(uint32_t eu) const {
  std::lock_guard guard(lock_);
  return eu < counters_.size() ? counters_[eu] : EuCounters();
}

void EuStatistics::setTrace(bool on) {
  std::lock_guard guard(lock_);
  if (on && !isTracing_)
    trace_ = {};
  isTracing_ = on;
}

ScheduleTrace EuStatistics::takeTrace() {
  std::lock_guard guard(lock_);
  return std::exchange(trace_, {});
}

} // namespace dpa
