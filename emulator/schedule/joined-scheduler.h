// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler of a device in a reproducible run that may join the order of turns of
// another device, before it has run anything: a process of that one has queues on its
// card. Until then it has an order of its own.
#ifndef DPA_EMULATOR_SCHEDULE_JOINED_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_JOINED_SCHEDULER_H

#include "emulator/schedule/scheduler.h"

#include <atomic>

namespace dpa {

class JoinedScheduler : public Scheduler {
public:
  JoinedScheduler(std::shared_ptr<Scheduler> own, uint32_t units)
      : Scheduler(units), own_(std::move(own)), target_(own_.get()) {}

  /// Once at most. Nothing runs or is posted on this device yet.
  void join(std::shared_ptr<Scheduler> other) {
    other_ = std::move(other);
    target_ = other_.get();
  }

  std::optional<uint64_t> seed() const override { return target().seed(); }
  const Scheduler *order() const override { return target().order(); }
  bool run(Job &job, const Arrival &arrival) override;
  bool submit(Job &job, const Arrival &arrival) override;
  void wake(Job &job) override { target().wake(job); }
  void cancel(Job &job) override { target().cancel(job); }
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override {
    target().admit(arrival, action);
  }
  PortInputs *inputs() override { return target().inputs(); }
  void processEnded(uint64_t process) noexcept override {
    target().processEnded(process);
  }

  uint64_t now() noexcept override { return target().now(); }
  uint64_t toTimerTime(uint64_t now) const noexcept override {
    return target().toTimerTime(now);
  }
  uint64_t fromTimerTime(uint64_t time) const noexcept override {
    return target().fromTimerTime(time);
  }
  void holdJobs() noexcept override { target().holdJobs(); }
  void helpWithJobs(Next next) noexcept override {
    target().helpWithJobs(next);
  }
  void post(std::shared_ptr<BackgroundWork> work) noexcept override {
    target().post(std::move(work));
  }
  unsigned laneCount() const noexcept override { return target().laneCount(); }
  void postTo(unsigned lane,
              std::shared_ptr<BackgroundWork> work) noexcept override {
    target().postTo(lane, std::move(work));
  }

private:
  void setUnits(Job &job);
  Scheduler &target() const { return *target_; }

  const std::shared_ptr<Scheduler> own_;
  std::shared_ptr<Scheduler> other_; ///< kept; null: not joined
  std::atomic<Scheduler *> target_;
};

} // namespace dpa

#endif
