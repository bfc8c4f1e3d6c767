// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs get the EUs of their own device.
#include "emulator/schedule/joined-scheduler.h"

namespace dpa {

bool JoinedScheduler::run(Job &job, const Arrival &arrival) {
  job.state_.units = &units_;
  return target().run(job, arrival);
}

bool JoinedScheduler::submit(Job &job, const Arrival &arrival) {
  job.state_.units = &units_;
  return target().submit(job, arrival);
}

} // namespace dpa
