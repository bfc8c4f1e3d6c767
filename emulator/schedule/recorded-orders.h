// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recordings of this program, which are written or replayed. All open devices with
// the same recording have one order of turns; when all are closed and one is opened again,
// the recording continues with a new order.
#ifndef DPA_EMULATOR_SCHEDULE_RECORDED_ORDERS_H
#define DPA_EMULATOR_SCHEDULE_RECORDED_ORDERS_H

#include "emulator/configuration/configuration.h"
#include "emulator/schedule/recording.h"
#include "emulator/schedule/scheduler.h"

#include <memory>

namespace dpa {

/// The scheduler of a device whose settings name a recording to write or to replay. Null
/// on failure, with a message in `error`.
std::shared_ptr<Scheduler> makeRecordedScheduler(const DeviceSettings &settings,
                                                 std::string &error);

/// Number of EUs of a device's scheduler: at least one, so that a function without EUs,
/// which runs nothing, can be opened.
uint32_t schedulerUnits(const DeviceSettings &settings);
/// The parameters of a device's order of turns in runs with a seed.
Turns turnsOf(const DeviceSettings &settings);

} // namespace dpa

#endif
