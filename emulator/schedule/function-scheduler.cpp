// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs and arrivals of a function, given to the scheduler of its card.
#include "emulator/schedule/function-scheduler.h"

namespace dpa {

FunctionScheduler::FunctionScheduler(std::shared_ptr<Scheduler> card,
                                     uint32_t vport, uint32_t units)
    : Scheduler(units), card_(std::move(card)), vport_(vport) {
  admit({.kind = Arrival::Kind::Change,
         .address = static_cast<uint64_t>(ChangeOf::FunctionOpen),
         .arg0 = units},
        [] {});
}

bool FunctionScheduler::run(Job &job, const Arrival &arrival) {
  job.state_.units = &units_;
  return card_->run(job, inCard(arrival));
}

bool FunctionScheduler::submit(Job &job, const Arrival &arrival) {
  job.state_.units = &units_;
  return card_->submit(job, inCard(arrival));
}

void FunctionScheduler::admit(const Arrival &arrival,
                              const std::function<void()> &action) {
  card_->admit(inCard(arrival), action);
}

} // namespace dpa
