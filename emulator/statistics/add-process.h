// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The statistics of a new process.
#ifndef DPA_EMULATOR_STATISTICS_ADD_PROCESS_H
#define DPA_EMULATOR_STATISTICS_ADD_PROCESS_H

#include "emulator/statistics/process-statistics.h"
#include "emulator/unit/eu-statistics.h"

#include <memory>

namespace dpa {

/// Makes the statistics of a process, which viewers and the summary see until the
/// last owner releases them. Opens the socket for viewers at its first call.
/// `units`: of the device.
std::shared_ptr<ProcessStatistics>
addProcess(const std::string &device, const std::string &name, uint32_t id,
           std::shared_ptr<const EuStatistics> units);

} // namespace dpa

#endif
