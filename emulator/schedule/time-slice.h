// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A time slice: the turns that a host thread gives to one job in a row. A job
// alone gets long turns; while others want the thread it gets a quantum in
// total, in short turns, so that spinning is noticed soon, unless it did not spin
// lately. Counts the processor time of the job.
#ifndef DPA_EMULATOR_SCHEDULE_TIME_SLICE_H
#define DPA_EMULATOR_SCHEDULE_TIME_SLICE_H

#include "emulator/schedule/job-queue.h"

#include <atomic>
#include <functional>

namespace dpa {

class TimeSlice {
public:
  /// Instructions of a turn while no other job waits: ten to two hundred microseconds,
  /// after which jobs that arrived meanwhile are run.
  static constexpr uint64_t longTurn = 800 * lookInstructions;
  /// The same for a job whose instructions take little time.
  static constexpr uint64_t longestTurn = 8 * longTurn;

  /// `others`: not 0 while other jobs want a thread; `waitTime`: processor time
  /// charged to jobs that spin.
  TimeSlice(Job &job, const std::atomic<uint32_t> &others,
            const std::atomic<uint64_t> &waitTime);
  /// For a thread that has other work: the slice ends after `instructions`, as if other
  /// jobs waited. Called before run().
  void setHelping(uint64_t instructions) {
    quantum_ = instructions;
    isHelping_ = true;
  }

  /// `release` is called after a turn that submitted a job, unless it is the last turn.
  TurnEnd run(const std::function<void()> &release) noexcept;
  /// After run(): whether the job progressed, as far as is known.
  bool hasProgressed() const { return hasProgressed_; }

  /// Whether a job that spun certainly keeps spinning, without running it.
  /// Charges the job for its wait.
  bool stillSpins() noexcept;
  /// Runs a job although it certainly spins: no job progresses, so it has to
  /// reach its limits.
  TurnEnd insist() noexcept;

  /// Processor time of the calling thread. Unlike the wall clock it stands
  /// still while the program is stopped or the machine is busy with others.
  static uint64_t threadNanoseconds();

private:
  uint64_t length() const;
  TurnEnd turn(uint64_t instructions);
  void countTime(uint64_t instructions);
  void limitTurns(uint64_t nanoseconds);
  bool begunToSpin(TurnEnd end);
  void planPeeks();
  void waitAlone();

  Job &job_;
  const std::atomic<uint32_t> &others_;
  const std::atomic<uint64_t> &waitTime_;
  uint64_t quantum_ = longTurn; ///< while others want the thread
  bool isHelping_ = false;
  bool hasProgressed_ = true;
  bool isSure_ = false; ///< certain that it spins
  uint64_t alone_;      ///< length of the next turn without others
  uint64_t aloneMax_ = longTurn;
  uint64_t shared_ = 0;     ///< length of a turn with others
  unsigned looks_ = 0;      ///< short looks left for a job that spun
  uint64_t used_ = 0;       ///< instructions
  uint64_t nextPeek_ = 0;   ///< a value of used_
  uint64_t uncharged_ = 0;  ///< instructions since the clock was read
  bool readsClock_ = false; ///< after the next turn, however short
  uint64_t mark_ = 0;       ///< the clock then; 0: not read yet
};

} // namespace dpa

#endif
