// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs get the EUs of their own device.
#include "emulator/schedule/joined-scheduler.h"

namespace dpa {

/// A job that another scheduler passes on, of a function or of a device that has joined,
/// has its units already.
void JoinedScheduler::setUnits(Job &job) {
  if (!job.state_.units)
    job.state_.units = &units_;
}

bool JoinedScheduler::run(Job &job, const Arrival &arrival) {
  setUnits(job);
  return target().run(job, arrival);
}

bool JoinedScheduler::submit(Job &job, const Arrival &arrival) {
  setUnits(job);
  return target().submit(job, arrival);
}

} // namespace dpa
