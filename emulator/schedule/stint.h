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
  /// `others`: not 0 while other jobs want a thread; `poolTime`: processor time
  /// of the pool, which jobs that spin are charged with.
  Stint(Job &job, const std::atomic<uint32_t> &others,
        const std::atomic<uint64_t> &poolTime)
      : TheJob(job), Others(others), PoolTime(poolTime) {}

  TurnEnd run() noexcept;

  /// Processor time of the calling thread. Unlike the wall clock it stands
  /// still while the program is stopped or the machine is busy with others.
  static uint64_t threadNanoseconds();

private:
  uint64_t length() const;
  void countTime(uint64_t instructions);
  void chargeSpin();
  bool stillSpins();

  Job &TheJob;
  const std::atomic<uint32_t> &Others;
  const std::atomic<uint64_t> &PoolTime;
  unsigned Looks = 0;     ///< left at a job that spun
  uint64_t Used = 0;      ///< instructions
  uint64_t Uncharged = 0; ///< instructions since the clock was read
  uint64_t Mark = 0;      ///< the clock then; 0: not read yet
};

} // namespace dpa

#endif
