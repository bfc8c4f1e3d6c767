// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two queues and the rule between them.
#include "emulator/schedule/job-queue.h"

namespace dpa {

void JobQueue::push(Job &job) {
  job.State.phase = Job::Phase::Ready;
  (job.State.spins ? Spinning : Ready).push_back(&job);
}

bool JobQueue::takesSpinning() const {
  return Ready.empty() || (!Spinning.empty() && Taken + 1 >= SpinningShare);
}

Job &JobQueue::take() {
  return take([](size_t) { return size_t(0); });
}

Job &JobQueue::take(const std::function<size_t(size_t)> &choose) {
  bool spinning = takesSpinning();
  std::deque<Job *> &from = spinning ? Spinning : Ready;
  Taken = spinning ? 0 : Taken + 1;
  auto chosen = from.begin() + static_cast<ptrdiff_t>(choose(from.size()));
  Job &job = **chosen;
  from.erase(chosen);
  job.State.phase = Job::Phase::Runs;
  return job;
}

} // namespace dpa
