// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs that a thread has submitted after SharedScheduler::holdJobs(), and that it will run
// itself or push into the queue of the scheduler. They are in no queue. For one thread.
#ifndef DPA_EMULATOR_SCHEDULE_HELD_JOBS_H
#define DPA_EMULATOR_SCHEDULE_HELD_JOBS_H

#include <algorithm>
#include <array>
#include <cstddef>

namespace dpa {

class Job;
class Scheduler;

class HeldJobs {
public:
  /// Jobs of this scheduler are held from now on; null: of none.
  void setScheduler(const Scheduler *scheduler) { scheduler_ = scheduler; }
  bool areOf(const Scheduler *scheduler) const {
    return scheduler_ == scheduler;
  }
  /// Returns false if the list is full.
  bool add(Job &job) {
    if (size_ == jobs_.size())
      return false;
    jobs_[size_++] = &job;
    return true;
  }
  /// Removes the job that was added first; null if there is none.
  Job *take() {
    if (size_ == 0)
      return nullptr;
    Job *first = jobs_[0];
    std::copy(jobs_.begin() + 1, jobs_.begin() + size_--, jobs_.begin());
    return first;
  }

private:
  const Scheduler *scheduler_ = nullptr;
  std::array<Job *, 16> jobs_{};
  size_t size_ = 0;
};

} // namespace dpa

#endif
