// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler of one of several functions of a card in a reproducible run. The
// functions exchange frames, so that one order of turns holds for all: jobs, arrivals
// and background work go to the scheduler of the card. EUs are those of the function.
// In recordings its processes have numbers that are unique in the card.
#ifndef DPA_EMULATOR_SCHEDULE_FUNCTION_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_FUNCTION_SCHEDULER_H

#include "emulator/schedule/scheduler.h"

namespace dpa {

class FunctionScheduler : public Scheduler {
public:
  /// `vport`: 1 to 65534; 0 is the function of `card`. The number of EUs is part of a
  /// recording.
  FunctionScheduler(std::shared_ptr<Scheduler> card, uint32_t vport,
                    uint32_t units);

  std::optional<uint64_t> seed() const override { return card_->seed(); }
  const Scheduler *order() const override { return card_->order(); }
  bool run(Job &job, const Arrival &arrival) override;
  bool submit(Job &job, const Arrival &arrival) override;
  void wake(Job &job) override { card_->wake(job); }
  void cancel(Job &job) override { card_->cancel(job); }
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override;
  Awaited isAwaited(const Arrival &arrival) override {
    return card_->isAwaited(inCard(arrival));
  }
  PortInputs *inputs() override { return card_->inputs(); }
  void processEnded(uint64_t process) noexcept override {
    card_->processEnded(numberInCard(process));
  }

  uint64_t now() noexcept override { return card_->now(); }
  uint64_t toTimerTime(uint64_t now) const noexcept override {
    return card_->toTimerTime(now);
  }
  uint64_t fromTimerTime(uint64_t time) const noexcept override {
    return card_->fromTimerTime(time);
  }
  void holdJobs() noexcept override { card_->holdJobs(); }
  void helpWithJobs(Next next) noexcept override { card_->helpWithJobs(next); }
  void post(std::shared_ptr<BackgroundWork> work) noexcept override {
    card_->post(std::move(work));
  }
  unsigned laneCount() const noexcept override { return card_->laneCount(); }
  void postTo(unsigned lane,
              std::shared_ptr<BackgroundWork> work) noexcept override {
    card_->postTo(lane, std::move(work));
  }

private:
  uint32_t numberInCard(uint64_t process) const {
    return arrivalProcess(vport_, static_cast<uint32_t>(process));
  }
  Arrival inCard(Arrival arrival) const {
    arrival.process = numberInCard(arrival.process);
    return arrival;
  }

  const std::shared_ptr<Scheduler> card_;
  const uint32_t vport_;
};

} // namespace dpa

#endif
