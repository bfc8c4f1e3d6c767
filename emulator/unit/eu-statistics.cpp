// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and samples.
#include "emulator/unit/eu-statistics.h"

#include "emulator/interface/clock-rate.h"

#include <new>
#include <utility>

namespace dpa {
namespace {

/// By the only thread that writes it. Returns the new value.
uint64_t increase(std::atomic<uint64_t> &sum, uint64_t amount) {
  const uint64_t value = sum.load(std::memory_order_relaxed) + amount;
  sum.store(value, std::memory_order_relaxed);
  return value;
}

} // namespace

ScheduleSample EuStatistics::begin(ActivationMark &mark) {
  mark.number = increase(sums_[mark.eu].begun, 1);
  const ScheduleSample sample =
      sampleOf(ScheduleSample::Kind::In, mark, mark.cycles);
  add(sample);
  return sample;
}

ScheduleSample EuStatistics::end(const ActivationMark &mark, uint64_t cycles,
                                 uint64_t instructions) {
  Sums &sums = sums_[mark.eu];
  increase(sums.activations, 1);
  increase(sums.cycles, cycles - mark.cycles);
  increase(sums.instructions, instructions);
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
          .instructions =
              sums_[mark.eu].instructions.load(std::memory_order_relaxed)};
}

void EuStatistics::add(const ScheduleSample &sample) {
  if (!isTracing_.load(std::memory_order_relaxed))
    return;
  std::lock_guard guard(lock_);
  if (!isTracing_.load(std::memory_order_relaxed))
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
  if (eu >= units_)
    return {};
  const Sums &sums = sums_[eu];
  const uint64_t cycles = sums.cycles.load(std::memory_order_relaxed);
  return {.activations = sums.activations.load(std::memory_order_relaxed),
          .instructions = sums.instructions.load(std::memory_order_relaxed),
          .cycles = cycles,
          .nanoseconds = nanosecondsOf(cycles)};
}

void EuStatistics::setTrace(bool on) {
  std::lock_guard guard(lock_);
  if (on && !isTracing_.load(std::memory_order_relaxed))
    trace_ = {};
  isTracing_.store(on, std::memory_order_relaxed);
}

ScheduleTrace EuStatistics::takeTrace() {
  std::lock_guard guard(lock_);
  return std::exchange(trace_, {});
}

} // namespace dpa
