// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two queues and the rules between and within them.
#include "emulator/schedule/job-queue.h"

#include "runtime/abi/address-map.h"

#include <algorithm>
#include <bit>

namespace dpa {

JobQueue::JobQueue() {
  Ready.reserve(DPA_EU_COUNT_MAX);
  Spinning.reserve(DPA_EU_COUNT_MAX);
}

void JobQueue::push(Job &job) {
  job.State.phase = Job::Phase::Ready;
  if (!job.State.spins) {
    Ready.push_back(&job);
    return;
  }
  if (job.State.place == 0)
    job.State.place = ++LastPlace;
  auto behind =
      std::ranges::upper_bound(Spinning, job.State.place, {},
                               [](Job *each) { return each->State.place; });
  Spinning.insert(behind, &job);
}

bool JobQueue::takesSpinning() const {
  return Ready.empty() || (!Spinning.empty() && Taken + 1 >= SpinningShare);
}

Job &JobQueue::front() const {
  return takesSpinning() ? *Spinning.front() : *Ready.front();
}

Job &JobQueue::takeFront() {
  return take(takesSpinning(), 0);
}

Job &JobQueue::take() {
  bool spinning = takesSpinning();
  return take(spinning, spinning ? nextToLookAt() : 0);
}

Job &JobQueue::take(const std::function<size_t(size_t)> &choose) {
  bool spinning = takesSpinning();
  return take(spinning, choose(spinning ? Spinning.size() : Ready.size()));
}

Job &JobQueue::take(bool spinning, size_t index) {
  std::vector<Job *> &from = spinning ? Spinning : Ready;
  Job &job = *from[index];
  from.erase(from.begin() + static_cast<ptrdiff_t>(index));
  Taken = spinning ? 0 : Taken + 1;
  job.State.phase = Job::Phase::Runs;
  return job;
}

/// Waits that begin at the same time may come here in another order than they
/// are served in: of the first few the first gets every second look, the next
/// every second of the rest, and so on.
size_t JobQueue::nextToLookAt() {
  if (++Looks % RotationShare != 0)
    return std::min<size_t>(std::countr_zero(++LooksAtFirst),
                            Spinning.size() - 1);
  auto next = std::ranges::upper_bound(
      Spinning, LookedAt, {}, [](Job *each) { return each->State.place; });
  if (next == Spinning.end())
    next = Spinning.begin();
  LookedAt = (*next)->State.place;
  return static_cast<size_t>(next - Spinning.begin());
}

} // namespace dpa
