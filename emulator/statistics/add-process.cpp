// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds a process at its start and removes it at its end.
#include "emulator/statistics/add-process.h"

#include "emulator/statistics/program-statistics.h"
#include "emulator/statistics/server.h"
#include "emulator/statistics/summary.h"

namespace dpa {

std::shared_ptr<ProcessStatistics>
addProcess(const std::string &device, const std::string &name, uint32_t id,
           std::shared_ptr<const EuStatistics> units) {
  auto process = std::make_unique<ProcessStatistics>(device, name, id);
  if (showsSummary()) {
    process->keepEnded();
    addToSummary(device, std::move(units));
  }
  programStatistics().add(*process);
  serveStatistics();
  return {process.release(), [](ProcessStatistics *ended) {
            programStatistics().remove(*ended);
            if (showsSummary())
              addToSummary(*ended);
            delete ended;
          }};
}

} // namespace dpa
