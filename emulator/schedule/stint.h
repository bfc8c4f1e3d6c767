// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stint: what a host thread does with one job in a row, in turns of a length
// that fits. Alone a job gets long turns; while others want the thread it gets
// short ones, so that one that spins is noticed soon, and altogether a quantum.
// Counts the processor time that the job takes.
#ifndef DPA_EMULATOR_SCHEDULE_STINT_H
#define DPA_EMULATOR_SCHEDULE_STINT_H

#include "emulator/schedule/job.h"

#include <atomic>

namespace dpa {

class Stint {
public:
  /// `others`: not 0 while other jobs want a thread; `waitTime`: processor time
  /// that jobs which spin are charged with.
  Stint(Job &job, const std::atomic<uint32_t> &others,
        const std::atomic<uint64_t> &waitTime);

  TurnEnd run() noexcept;
  /// After run(): whether the job has done something, as far as can be told.
  bool hasGotOn() const { return hasGotOn_; }

  /// Of a job that spun: whether it surely spins on, without running it. The
  /// job is charged for its wait.
  bool stillSpins() noexcept;
  /// Runs one that surely spins all the same: nobody gets on, so it must come
  /// to its limits.
  TurnEnd insist() noexcept;

  /// Processor time of the calling thread. Unlike the wall clock it stands
  /// still while the program is stopped or the machine is busy with others.
  static uint64_t threadNanoseconds();

private:
  uint64_t length() const;
  TurnEnd turn(uint64_t instructions);
  void countTime(uint64_t instructions);
  bool begunToSpin(TurnEnd end);
  void planPeeks();
  void waitAlone();

  Job &theJob_;
  const std::atomic<uint32_t> &others_;
  const std::atomic<uint64_t> &waitTime_;
  bool hasGotOn_ = true;
  bool isSure_ = false;    ///< that it spins
  uint64_t alone_;         ///< length of the next turn if there are no others
  unsigned looks_ = 0;     ///< left at a job that spun
  uint64_t used_ = 0;      ///< instructions
  uint64_t nextPeek_ = 0;  ///< at so many
  uint64_t uncharged_ = 0; ///< instructions since the clock was read
  uint64_t mark_ = 0;      ///< the clock then; 0: not read yet
};

} // namespace dpa

#endif
