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

/// Of a device whose settings have a recording or a replay. Null on failure, with a
/// message in `error`.
std::shared_ptr<Scheduler> makeRecordedScheduler(const DeviceSettings &settings,
                                                 std::string &error);

/// EUs of its scheduler. A function without a partition runs nothing, but can be
/// opened.
uint32_t schedulerUnits(const DeviceSettings &settings);
/// How its runs are scheduled, with a seed.
Turns turnsOf(const DeviceSettings &settings);

} // namespace dpa

#endif
