// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of processes.
#include "emulator/statistics/program-statistics.h"

#include "base/fork-generation.h"

#include <algorithm>

namespace dpa {

void ProgramStatistics::add(ProcessStatistics &process) {
  const std::lock_guard guard(lock_);
  auto free = std::ranges::find(processes_, nullptr);
  if (free != processes_.end())
    *free = &process;
  else if (processes_.size() < statisticsProcessesMax)
    processes_.push_back(&process);
}

void ProgramStatistics::remove(const ProcessStatistics &process) {
  const std::lock_guard guard(lock_);
  std::ranges::replace(processes_, &process, nullptr);
}

ProgramStatistics &programStatistics() {
  return perProgram<ProgramStatistics>();
}

} // namespace dpa
