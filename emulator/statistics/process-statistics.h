// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of one process have done: counters of each, and, if its tracer
// is active, a sample for each start and end of an activation. Counting allocates
// nothing and takes no lock unless the tracer is active. Thread safe.
#ifndef DPA_EMULATOR_STATISTICS_PROCESS_STATISTICS_H
#define DPA_EMULATOR_STATISTICS_PROCESS_STATISTICS_H

#include "emulator/interface/device.h"
#include "emulator/interface/statistics.h"
#include "runtime/abi/address-map.h"

#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace dpa {

/// Truncates a text to the size of a record's name.
StatisticsName statisticsName(std::string_view text);

class ProcessStatistics {
public:
  /// Samples kept between two readings; further ones are lost.
  static constexpr size_t samplesMax = 8192;

  ProcessStatistics(std::string device, std::string name, uint32_t id)
      : device_(std::move(device)), name_(std::move(name)), id_(id) {}

  const std::string &device() const { return device_; }
  const std::string &name() const { return name_; }
  uint32_t id() const { return id_; } ///< as the device numbers it

  /// An event handler or worker gets this thread area, whose counters begin at 0.
  void addThread(uint32_t thread, const std::string &name);
  void removeThread(uint32_t thread);

  /// An activation begins; `sample` is of its thread.
  void begun(const ScheduleSample &sample) noexcept;
  /// What its thread has used since the last call.
  void used(uint32_t thread, uint64_t cycles, uint64_t instructions) noexcept;
  void ended(const ScheduleSample &sample) noexcept;
  /// The engine has translated code of the process.
  void translated(uint64_t instructions, uint64_t nanoseconds) noexcept {
    translatedInstructions_.fetch_add(instructions, std::memory_order_relaxed);
    translationTime_.fetch_add(nanoseconds, std::memory_order_relaxed);
  }
  uint64_t translatedInstructions() const {
    return translatedInstructions_.load(std::memory_order_relaxed);
  }
  /// Processor time, in nanoseconds.
  uint64_t translationTime() const {
    return translationTime_.load(std::memory_order_relaxed);
  }

  /// False: no memory for the samples.
  bool set(CounterState state, CounterType type) noexcept;

  ProcessRecord record() const;
  /// Adds the records of one thread, or of all in the order of their numbers.
  void addThreads(uint32_t thread, std::vector<ThreadRecord> &records) const;
  /// Moves the samples of one thread, or of all, to the records, in the order of
  /// their time on each execution unit. One more, of type "buffer full", shows
  /// that samples were lost since the last reading of all.
  void takeSamples(uint32_t thread, std::vector<SampleRecord> &records);

  /// Destroyed threads whose records are kept; the records of others are added up.
  static constexpr size_t endedMax = 1024;
  /// Keeps the records of destroyed threads, for the summary.
  void keepEnded() { keepsEnded_ = true; }
  const std::vector<ThreadRecord> &ended() const { return ended_; }

private:
  /// A thread has one activation at a time, which is the only writer. Therefore a reset
  /// does not write here: it stores the values to subtract.
  struct Counters {
    std::atomic<bool> hasRun = false;
    std::atomic<uint64_t> executions = 0;
    std::atomic<uint64_t> instructions = 0;
    std::atomic<uint64_t> cycles = 0;
  };
  struct Sums {
    uint64_t executions = 0;
    uint64_t instructions = 0;
    uint64_t cycles = 0;
  };

  Sums sumsOf(uint32_t thread) const;
  void trace(const ScheduleSample &sample) noexcept;
  void setCumulative(CounterState state);
  bool setTracer(CounterState state);
  bool isThread(uint32_t thread) const;
  ThreadRecord threadRecord(uint32_t thread) const;
  void keep(const ThreadRecord &record);

  const std::string device_;
  const std::string name_;
  const uint32_t id_;
  std::atomic<uint64_t> translatedInstructions_ = 0;
  std::atomic<uint64_t> translationTime_ = 0;
  std::atomic<bool> counts_ = true;
  std::atomic<bool> traces_ = false;
  std::array<Counters, DPA_THREAD_AREA_COUNT> counters_; ///< by thread area

  mutable std::mutex lock_;                        ///< of what follows
  std::array<Sums, DPA_THREAD_AREA_COUNT> resets_; ///< at the last reset
  std::map<uint32_t, std::string> names_;
  std::vector<SampleRecord> samples_;
  bool isFull_ = false; ///< samples were lost
  CounterType lastType_ = CounterType::Cumulative;
  bool keepsEnded_ = false;
  std::vector<ThreadRecord> ended_;
};

} // namespace dpa

#endif
