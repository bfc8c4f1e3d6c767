// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scheduler that a device's settings ask for, with its recording.
#ifndef DPA_EMULATOR_SCHEDULE_MAKE_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_MAKE_SCHEDULER_H

#include "emulator/configuration/configuration.h"
#include "emulator/schedule/joined-scheduler.h"

namespace dpa {

/// Null on failure, with a message in `error`.
std::shared_ptr<Scheduler> makeScheduler(const DeviceSettings &settings,
                                         std::string &error);

/// The same for a device whose runs are reproducible without a recording.
std::shared_ptr<JoinedScheduler>
makeJoinedScheduler(const DeviceSettings &settings, std::string &error);

/// Of a device that is another function of a card in a reproducible run. `card`: the
/// scheduler of the card's own function.
std::shared_ptr<Scheduler> makeScheduler(const DeviceSettings &settings,
                                         std::shared_ptr<Scheduler> card);

} // namespace dpa

#endif
