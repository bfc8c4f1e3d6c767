// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue, a list, and the rules between and within them.
#include "emulator/schedule/job-queue.h"

#include "runtime/abi/address-map.h"

namespace dpa {

JobQueue::JobQueue() {
  ready_.reserve(DPA_EU_COUNT_MAX);
}

void JobQueue::push(Job &job) {
  job.state_.phase = Job::Phase::Ready;
  if (!job.state_.spins) {
    ready_.push_back(&job);
    return;
  }
  job.state_.before = last_;
  job.state_.behind = nullptr;
  (last_ ? last_->state_.behind : first_) = &job;
  last_ = &job;
  ++spinningCount_;
}

void JobQueue::unlink(Job &job) {
  Job *before = job.state_.before;
  Job *behind = job.state_.behind;
  (before ? before->state_.behind : first_) = behind;
  (behind ? behind->state_.before : last_) = before;
  --spinningCount_;
  for (Job **turn : {&lookTurn_, &ownTurn_})
    if (*turn == &job)
      *turn = behind;
}

bool JobQueue::takesSpinning() const {
  return hasSpinning() && (ready_.empty() || taken_ + 1 >= spinningShare);
}

/// Not if all are examined.
Job &JobQueue::firstSpinning() const {
  Job *job = first_;
  while (job->state_.isExamined)
    job = job->state_.behind;
  return *job;
}

Job &JobQueue::front() const {
  return takesSpinning() ? firstSpinning() : *ready_.front();
}

Job &JobQueue::takeFront() {
  if (takesSpinning())
    return takeSpinning(firstSpinning());
  return takeReady(0);
}

Job &JobQueue::take(const std::function<size_t(size_t)> &choose,
                    const std::function<bool(Job &)> &spins) {
  if (!takesSpinning())
    return takeReady(choose(ready_.size()));
  Job *picked = first_;
  for (size_t index = choose(spinningCount_); index != 0; --index)
    picked = picked->state_.behind;
  Job *job = picked;
  do {
    if (!spins(*job))
      return takeSpinning(*job);
    job = job->state_.behind ? job->state_.behind : first_;
  } while (job != picked);
  taken_ = 0;
  return ready_.empty() ? takeSpinning(*picked)
                        : takeReady(choose(ready_.size()));
}

Job &JobQueue::takeReady(size_t index) {
  Job &job = *ready_[index];
  ready_.erase(ready_.begin() + static_cast<ptrdiff_t>(index));
  ++taken_;
  job.state_.phase = Job::Phase::Runs;
  return job;
}

Job &JobQueue::takeSpinning(Job &job) {
  unlink(job);
  taken_ = 0;
  job.state_.phase = Job::Phase::Runs;
  return job;
}

/// The spinning job whose turn it is; the turn passes to the next.
Job &JobQueue::passOn(Job *&turn) const {
  Job &job = turn ? *turn : *first_;
  turn = job.state_.behind;
  return job;
}

void JobQueue::lookAt(Job &job, Spinners &spinners) {
  job.state_.isExamined = true;
  job.state_.phase = Job::Phase::Runs;
  ++examinedCount_;
  spinners.add(job);
}

/// Waits that begin at the same time may be queued in another order than they are
/// served in, so the first few are examined, not only the first.
Spinners JobQueue::lookAtSome(bool inTurn) {
  Spinners spinners;
  Job *next = first_;
  while (spinners.size() < Spinners::max && hasSpinning()) {
    Job &job = passOn(inTurn ? lookTurn_ : next);
    if (!job.state_.isExamined)
      lookAt(job, spinners);
  }
  taken_ = 0;
  return spinners;
}

Spinners JobQueue::lookAtOne() {
  Spinners spinners;
  while (spinners.size() == 0) {
    Job &job = passOn(ownTurn_);
    if (!job.state_.isExamined)
      lookAt(job, spinners);
  }
  return spinners;
}

void JobQueue::endLook(const Spinners &spinners, Job *found) {
  for (Job *job : spinners.jobs()) {
    job->state_.isExamined = false;
    job->state_.phase = Job::Phase::Ready;
  }
  examinedCount_ -= spinners.size();
  if (found)
    takeSpinning(*found);
}

} // namespace dpa
