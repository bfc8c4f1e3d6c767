// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs that could run: those that get on, and those that spin. A spinning job
// waits for another one, so the others go first; but it may only seem to spin,
// so it is never left out for long. Not thread safe.
#ifndef DPA_EMULATOR_SCHEDULE_JOB_QUEUE_H
#define DPA_EMULATOR_SCHEDULE_JOB_QUEUE_H

#include "emulator/schedule/job.h"

#include <deque>
#include <functional>

namespace dpa {

/// Instructions of a look whether a job still spins. Loops of most lengths come
/// round in that many, so that the look ends where it began; other lengths of
/// turns are multiples of it where that is free to choose.
constexpr uint64_t LookInstructions = 120;

class JobQueue {
public:
  bool empty() const { return Ready.empty() && Spinning.empty(); }
  size_t size() const { return Ready.size() + Spinning.size(); }

  void push(Job &job);

  /// The next job, not taken yet. Not if empty().
  Job &front() const { return *list().front(); }
  Job &take();
  /// Takes not the first but the one that `choose` picks of so many.
  Job &take(const std::function<size_t(size_t)> &choose);

private:
  /// One turn of this many goes to those that spin, if others are ready.
  static constexpr unsigned SpinningShare = 8;

  bool takesSpinning() const;
  const std::deque<Job *> &list() const {
    return takesSpinning() ? Spinning : Ready;
  }

  std::deque<Job *> Ready;
  std::deque<Job *> Spinning;
  unsigned Taken = 0; ///< ready ones since the last spinning one
};

} // namespace dpa

#endif
