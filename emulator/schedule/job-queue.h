// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs that could run: those that get on, and those that spin. A spinning job
// waits for another one, so the others go first; but it may only seem to spin,
// so it is never left out for long. Those that spin keep the order in which
// they began to, however often somebody has looked at them: in a lock that
// serves in turn (tickets, queues) one of the first few is the one to look at.
// Some looks go to all of them in turn. Not thread safe.
#ifndef DPA_EMULATOR_SCHEDULE_JOB_QUEUE_H
#define DPA_EMULATOR_SCHEDULE_JOB_QUEUE_H

#include "emulator/schedule/job.h"

#include <functional>
#include <vector>

namespace dpa {

/// Instructions of a look whether a job still spins. Loops of most lengths come
/// round in that many, so that the look ends where it began; other lengths of
/// turns are multiples of it where that is free to choose.
constexpr uint64_t LookInstructions = 120;

class JobQueue {
public:
  /// Has room for a job of each EU: push() takes no memory for those.
  JobQueue();

  bool empty() const { return size() == 0; }
  size_t size() const { return Ready.size() + Spinning.size(); }

  /// A job that spins and has a place goes back to it.
  void push(Job &job);

  /// The first of the jobs whose turn it is, not taken yet. Not if empty().
  Job &front() const;
  Job &takeFront();
  Job &take();
  /// Takes the one that `choose` picks of so many, the first is 0.
  Job &take(const std::function<size_t(size_t)> &choose);

private:
  /// One turn of this many goes to those that spin, if others are ready.
  static constexpr unsigned SpinningShare = 8;
  /// One look of this many goes to those that spin, one after the other.
  static constexpr unsigned RotationShare = 4;

  bool takesSpinning() const;
  Job &take(bool spinning, size_t index);
  size_t nextToLookAt();

  std::vector<Job *> Ready;
  std::vector<Job *> Spinning; ///< by place
  unsigned Taken = 0;          ///< ready ones since the last spinning one
  uint64_t LastPlace = 0;      ///< that was given
  uint64_t LookedAt = 0;       ///< place of who was last looked at in turn
  unsigned Looks = 0;          ///< at those that spin
  unsigned LooksAtFirst = 0;   ///< of them, at the first few
};

} // namespace dpa

#endif
