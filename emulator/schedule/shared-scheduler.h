// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs EUs in parallel: at most `threads` at a time, the others take turns. A
// job that run() is called for begins on the caller's thread if one more may
// run, so that a call on an idle device needs no other thread; a job that has
// to share goes on in a pool of threads, made when first needed. EUs that are
// idle cost nothing.
//
//   WaitsForUnit -> Ready -> Runs -> Over
//                     ^        |
//                     +--------+--> Parked (until wake())
#ifndef DPA_EMULATOR_SCHEDULE_SHARED_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_SHARED_SCHEDULER_H

#include "emulator/schedule/eu-table.h"
#include "emulator/schedule/job-queue.h"
#include "emulator/schedule/scheduler.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace dpa {

class SharedScheduler : public Scheduler {
public:
  /// `threads` 0: one for each core that the program may use.
  SharedScheduler(uint32_t units, uint32_t threads);
  /// No job may be left.
  ~SharedScheduler() override;

  uint32_t unitCount() const override { return Units.count(); }
  bool run(Job &job, const Arrival &arrival) override;
  bool submit(Job &job, const Arrival &arrival) override;
  void wake(Job &job) override;
  void cancel(Job &job) override;
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override;

private:
  using Guard = std::unique_lock<std::mutex>;

  bool takeUnit(Job &job);
  void push(Job &job);
  Job &granted(Job &job);
  void carry(Job &job, Guard &guard);
  void settle(Job &job, TurnEnd end, Guard &guard);
  void finish(Job &job, Guard &guard);
  void dispatch();
  bool wakeWorker();
  bool addWorker();
  void work();
  void countPoolTime(unsigned &stints, uint64_t &mark);

  const uint32_t Threads;
  std::atomic<uint32_t> Others = 0;   ///< size of Queue
  std::atomic<uint64_t> PoolTime = 0; ///< nanoseconds

  std::mutex Lock; ///< of what follows
  EuTable Units;
  JobQueue Queue;
  uint32_t Running = 0; ///< host threads that run a job or were told to
  std::vector<std::thread> Workers;
  uint32_t IdleWorkers = 0;
  bool Stopping = false;
  std::condition_variable WorkAvailable;
};

} // namespace dpa

#endif
