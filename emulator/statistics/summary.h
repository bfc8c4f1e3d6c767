// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The summary of dpa-run --stats: what processes, threads and execution units have
// done, on standard error at a regular end of the program.
#ifndef DPA_EMULATOR_STATISTICS_SUMMARY_H
#define DPA_EMULATOR_STATISTICS_SUMMARY_H

#include "emulator/statistics/process-statistics.h"
#include "emulator/unit/eu-statistics.h"

#include <memory>

namespace dpa {

/// Whether the program's environment asks for it.
bool showsSummary();

/// The execution units of a device, which may end before the program.
void addToSummary(const std::string &device,
                  std::shared_ptr<const EuStatistics> units);
/// A process that ends.
void addToSummary(const ProcessStatistics &process) noexcept;

} // namespace dpa

#endif
