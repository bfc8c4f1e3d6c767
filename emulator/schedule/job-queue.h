// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs that could run: those that progress, and those that spin. A spinning job
// waits for another one, so the others go first; but it may only seem to spin,
// so it is never left out for long. Those that spin keep the order in which they
// began, however often they were examined: in a lock that serves in order
// (tickets, queues) one of the first few is the next to progress. Some looks go
// to all of them in turn. Not thread safe.
#ifndef DPA_EMULATOR_SCHEDULE_JOB_QUEUE_H
#define DPA_EMULATOR_SCHEDULE_JOB_QUEUE_H

#include "emulator/schedule/job.h"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace dpa {

/// Instructions of a look whether a job still spins. Loops of most lengths
/// complete whole rounds in that many, so that the look ends where it began;
/// other lengths of turns are multiples of it where possible.
constexpr uint64_t lookInstructions = 120;

/// Jobs that spin, examined together.
class Spinners {
public:
  static constexpr size_t max = 8;

  std::span<Job *const> jobs() const { return {jobs_.data(), count_}; }
  size_t size() const { return count_; }
  void add(Job &job) { jobs_[count_++] = &job; }

private:
  std::array<Job *, max> jobs_{};
  size_t count_ = 0;
};

class JobQueue {
public:
  /// Has room for a job of each EU: push() does not allocate for those.
  JobQueue();

  /// Includes jobs that are examined.
  size_t size() const { return ready_.size() + spinningCount_; }
  size_t spinningCount() const { return spinningCount_; }
  bool hasReady() const { return !ready_.empty(); }
  /// Whether no job can be taken.
  bool empty() const { return ready_.empty() && !hasSpinning(); }

  void push(Job &job);

  /// Whether a job that spins is next.
  bool takesSpinning() const;
  /// The first of the jobs whose turn it is, not taken yet. Not if empty().
  Job &front() const;
  Job &takeFront();
  /// Takes the one whose index `choose` picks, given their number. Of those that
  /// spin: the first from there on for which `spins` is false; if all spin, one
  /// of the others, if any.
  Job &take(const std::function<size_t(size_t)> &choose,
            const std::function<bool(Job &)> &spins);

  /// Some of those that spin, to be examined: the first few, or the next ones in
  /// turn. They keep their places and cannot be taken meanwhile.
  Spinners lookAtSome(bool inTurn);
  /// One of those that spin, for a turn of its own. Not if none spins.
  Spinners lookAtOne();
  /// Ends a look. `found`, if any, is taken.
  void endLook(const Spinners &spinners, Job *found);

private:
  /// One turn of this many goes to those that spin, if others are ready.
  static constexpr unsigned spinningShare = 8;

  bool hasSpinning() const { return spinningCount_ > examinedCount_; }
  Job &firstSpinning() const;
  Job &passOn(Job *&turn) const;
  Job &takeReady(size_t index);
  Job &takeSpinning(Job &job);
  void lookAt(Job &job, Spinners &spinners);
  void unlink(Job &job);

  std::vector<Job *> ready_;
  Job *first_ = nullptr; ///< the one that has spun longest
  Job *last_ = nullptr;
  size_t spinningCount_ = 0;
  size_t examinedCount_ = 0; ///< of them
  Job *lookTurn_ = nullptr;  ///< next to be examined in turn; null: first_
  Job *ownTurn_ = nullptr;   ///< next in lookAtOne()
  unsigned taken_ = 0;       ///< ready ones since the last spinning one
};

} // namespace dpa

#endif
