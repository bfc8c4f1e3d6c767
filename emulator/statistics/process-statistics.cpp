// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters of threads, by thread area.
#include "emulator/statistics/process-statistics.h"

#include "emulator/interface/clock-rate.h"

#include <algorithm>
#include <new>

namespace dpa {
namespace {

/// Numbers of enum dpa_stats_event_sample_type.
enum SampleType : uint8_t {
  ScheduleIn = 1,
  ScheduleOut = 2,
  BufferFull = 0xff
};
/// Remote calls have no threads of their own: they use the area of their execution unit.
constexpr const char *callName = "remote call";

uint64_t get(const std::atomic<uint64_t> &counter) {
  return counter.load(std::memory_order_relaxed);
}

/// For the only writer.
void add(std::atomic<uint64_t> &counter, uint64_t value) {
  counter.store(get(counter) + value, std::memory_order_relaxed);
}

SampleRecord recordOf(const ScheduleSample &sample) {
  return {.cycles = sample.cycles,
          .microseconds = sample.microseconds,
          .instructions = static_cast<uint32_t>(sample.instructions),
          .thread = sample.thread,
          .eu = static_cast<uint16_t>(sample.eu),
          .sampleId = static_cast<uint16_t>(sample.activation),
          .type = sample.kind == ScheduleSample::Kind::In ? ScheduleIn
                                                          : ScheduleOut};
}

} // namespace

StatisticsName statisticsName(std::string_view text) {
  StatisticsName name{};
  text = text.substr(0, name.size() - 1);
  std::ranges::copy(text, name.begin());
  return name;
}

ProcessStatistics::Sums ProcessStatistics::sumsOf(uint32_t thread) const {
  const Counters &counters = counters_[thread];
  return {get(counters.executions), get(counters.instructions),
          get(counters.cycles)};
}

void ProcessStatistics::addThread(uint32_t thread, const std::string &name) {
  const std::lock_guard guard(lock_);
  names_[thread] = name;
  resets_[thread] = sumsOf(thread);
}

/// The last record that is kept is the sum of all further ones.
void ProcessStatistics::keep(const ThreadRecord &record) {
  if (ended_.size() <= endedMax) {
    ended_.push_back(record);
    return;
  }
  ThreadRecord &others = ended_.back();
  others.thread = statisticsAll;
  others.name = statisticsName("other threads");
  others.executions += record.executions;
  others.instructions += record.instructions;
  others.cycles += record.cycles;
  others.microseconds = microsecondsOf(others.cycles);
}

void ProcessStatistics::removeThread(uint32_t thread) {
  const std::lock_guard guard(lock_);
  if (keepsEnded_)
    keep(threadRecord(thread));
  names_.erase(thread);
  counters_[thread].hasRun = false;
}

void ProcessStatistics::begun(const ScheduleSample &sample) noexcept {
  Counters &counters = counters_[sample.thread];
  counters.hasRun.store(true, std::memory_order_relaxed);
  if (counts_.load(std::memory_order_relaxed))
    add(counters.executions, 1);
  if (traces_.load(std::memory_order_relaxed))
    trace(sample);
}

void ProcessStatistics::used(uint32_t thread, uint64_t cycles,
                             uint64_t instructions) noexcept {
  if (!counts_.load(std::memory_order_relaxed))
    return;
  add(counters_[thread].cycles, cycles);
  add(counters_[thread].instructions, instructions);
}

void ProcessStatistics::ended(const ScheduleSample &sample) noexcept {
  if (traces_.load(std::memory_order_relaxed))
    trace(sample);
}

/// The memory is reserved when the tracer is activated: this must not allocate.
void ProcessStatistics::trace(const ScheduleSample &sample) noexcept {
  const std::lock_guard guard(lock_);
  if (samples_.size() < samplesMax && samples_.size() < samples_.capacity())
    samples_.push_back(recordOf(sample));
  else
    isFull_ = true;
}

bool ProcessStatistics::set(CounterState state, CounterType type) noexcept {
  const std::lock_guard guard(lock_);
  lastType_ = type;
  if (type == CounterType::Tracer)
    return setTracer(state);
  setCumulative(state);
  return true;
}

void ProcessStatistics::setCumulative(CounterState state) {
  if (state != CounterState::Reset) {
    counts_ = state == CounterState::Active;
    return;
  }
  for (uint32_t thread = 0; thread < resets_.size(); ++thread)
    resets_[thread] = sumsOf(thread);
}

bool ProcessStatistics::setTracer(CounterState state) {
  if (state == CounterState::Reset) {
    samples_.clear();
    isFull_ = false;
    return true;
  }
  if (state == CounterState::Active) {
    try {
      samples_.reserve(samplesMax);
    } catch (const std::bad_alloc &) {
      return false;
    }
  }
  traces_ = state == CounterState::Active;
  return true;
}

bool ProcessStatistics::isThread(uint32_t thread) const {
  return names_.contains(thread) || counters_[thread].hasRun;
}

ThreadRecord ProcessStatistics::threadRecord(uint32_t thread) const {
  const Sums now = sumsOf(thread);
  const Sums &reset = resets_[thread];
  const auto name = names_.find(thread);
  const uint64_t cycles = now.cycles - reset.cycles;
  return {.thread = thread,
          .executions = now.executions - reset.executions,
          .instructions = now.instructions - reset.instructions,
          .cycles = cycles,
          .microseconds = microsecondsOf(cycles),
          .name =
              statisticsName(name == names_.end() ? callName : name->second)};
}

ProcessRecord ProcessStatistics::record() const {
  const std::lock_guard guard(lock_);
  ProcessRecord record;
  for (uint32_t thread = 0; thread < counters_.size(); ++thread)
    record.threads += isThread(thread) ? 1 : 0;
  const bool isActive = lastType_ == CounterType::Tracer ? traces_ : counts_;
  record.type = static_cast<uint8_t>(lastType_);
  record.state = static_cast<uint8_t>(isActive ? CounterState::Active
                                               : CounterState::Inactive);
  record.name = statisticsName(name_);
  return record;
}

void ProcessStatistics::addThreads(uint32_t thread,
                                   std::vector<ThreadRecord> &records) const {
  const std::lock_guard guard(lock_);
  for (uint32_t each = 0; each < counters_.size(); ++each)
    if ((thread == statisticsAll || thread == each) && isThread(each))
      records.push_back(threadRecord(each));
}

void ProcessStatistics::takeSamples(uint32_t thread,
                                    std::vector<SampleRecord> &records) {
  const std::lock_guard guard(lock_);
  const bool takesAll = thread == statisticsAll;
  records.reserve(records.size() + samples_.size() + 1); // before any is moved
  auto kept = samples_.begin();
  for (const SampleRecord &sample : samples_)
    if (takesAll || sample.thread == thread)
      records.push_back(sample);
    else
      *kept++ = sample;
  samples_.erase(kept, samples_.end());
  if (takesAll && isFull_) {
    records.push_back({.type = BufferFull});
    isFull_ = false;
  }
}

} // namespace dpa
