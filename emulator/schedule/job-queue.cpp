// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue, a list, and the rules between and within them.
#include "emulator/schedule/job-queue.h"

#include "runtime/abi/address-map.h"

namespace dpa {

JobQueue::JobQueue() {
  Ready.reserve(DPA_EU_COUNT_MAX);
}

void JobQueue::push(Job &job) {
  job.State.phase = Job::Phase::Ready;
  if (!job.State.spins) {
    Ready.push_back(&job);
    return;
  }
  job.State.before = Last;
  job.State.behind = nullptr;
  (Last ? Last->State.behind : First) = &job;
  Last = &job;
  ++SpinningCount;
}

void JobQueue::unlink(Job &job) {
  Job *before = job.State.before;
  Job *behind = job.State.behind;
  (before ? before->State.behind : First) = behind;
  (behind ? behind->State.before : Last) = before;
  --SpinningCount;
  for (Job **turn : {&LookTurn, &OwnTurn})
    if (*turn == &job)
      *turn = behind;
}

bool JobQueue::takesSpinning() const {
  return hasSpinning() && (Ready.empty() || Taken + 1 >= SpinningShare);
}

/// Not if all are looked at.
Job &JobQueue::firstSpinning() const {
  Job *job = First;
  while (job->State.lookedAt)
    job = job->State.behind;
  return *job;
}

Job &JobQueue::front() const {
  return takesSpinning() ? firstSpinning() : *Ready.front();
}

Job &JobQueue::takeFront() {
  if (takesSpinning())
    return takeSpinning(firstSpinning());
  return takeReady(0);
}

Job &JobQueue::take(const std::function<size_t(size_t)> &choose,
                    const std::function<bool(Job &)> &spins) {
  if (!takesSpinning())
    return takeReady(choose(Ready.size()));
  Job *picked = First;
  for (size_t index = choose(SpinningCount); index != 0; --index)
    picked = picked->State.behind;
  Job *job = picked;
  do {
    if (!spins(*job))
      return takeSpinning(*job);
    job = job->State.behind ? job->State.behind : First;
  } while (job != picked);
  Taken = 0;
  return Ready.empty() ? takeSpinning(*picked)
                       : takeReady(choose(Ready.size()));
}

Job &JobQueue::takeReady(size_t index) {
  Job &job = *Ready[index];
  Ready.erase(Ready.begin() + static_cast<ptrdiff_t>(index));
  ++Taken;
  job.State.phase = Job::Phase::Runs;
  return job;
}

Job &JobQueue::takeSpinning(Job &job) {
  unlink(job);
  Taken = 0;
  job.State.phase = Job::Phase::Runs;
  return job;
}

/// Of those that spin, the one whose turn it is; the turn goes to the next.
Job &JobQueue::passOn(Job *&turn) const {
  Job &job = turn ? *turn : *First;
  turn = job.State.behind;
  return job;
}

void JobQueue::lookAt(Job &job, Spinners &spinners) {
  job.State.lookedAt = true;
  job.State.phase = Job::Phase::Runs;
  ++LookedAtCount;
  spinners.add(job);
}

/// Waits that begin at the same time may come here in another order than they
/// are served in, so it is the first few that are looked at.
Spinners JobQueue::lookAtSome(bool inTurn) {
  Spinners spinners;
  Job *next = First;
  while (spinners.size() < Spinners::Max && hasSpinning()) {
    Job &job = passOn(inTurn ? LookTurn : next);
    if (!job.State.lookedAt)
      lookAt(job, spinners);
  }
  Taken = 0;
  return spinners;
}

Spinners JobQueue::lookAtOne() {
  Spinners spinners;
  while (spinners.size() == 0) {
    Job &job = passOn(OwnTurn);
    if (!job.State.lookedAt)
      lookAt(job, spinners);
  }
  return spinners;
}

void JobQueue::endLook(const Spinners &spinners, Job *found) {
  for (Job *job : spinners.jobs()) {
    job->State.lookedAt = false;
    job->State.phase = Job::Phase::Ready;
  }
  LookedAtCount -= spinners.size();
  if (found)
    takeSpinning(*found);
}

} // namespace dpa
