// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From ids of the machine to programs and their numbers.
#include "runtime/statistics/query.h"

#include <algorithm>

namespace dpa::stats {

Outcome makeRequest(const std::string &device, const Query &query,
                    StatisticsRequest &request) {
  if (device.size() >= request.device.size())
    return {DPA_STATS_STATUS_INVALID_PARAMS,
            "device '" + device + "': expected a name of at most " +
                std::to_string(request.device.size() - 1) + " characters"};
  request.query = static_cast<uint8_t>(query.kind);
  request.state = static_cast<uint8_t>(query.state);
  request.type = static_cast<uint8_t>(query.type);
  if (query.process != DPA_STATS_ALL_PROCESSES)
    request.process = query.process & ((1u << statisticsNumberBits) - 1);
  request.thread = query.thread;
  std::ranges::copy(device, request.device.begin());
  return {};
}

Outcome programsFor(const Query &query, std::vector<Program> &programs) {
  Result<std::vector<Program>> running = runningPrograms();
  if (!running)
    return {DPA_STATS_STATUS_ERROR_IN_MFT, running.error().message};
  programs = *std::move(running);
  if (query.process != DPA_STATS_ALL_PROCESSES) {
    const auto pid = static_cast<pid_t>(query.process >> statisticsNumberBits);
    std::erase_if(programs,
                  [&](const Program &each) { return each.pid != pid; });
  }
  return {};
}

Outcome noProcess(const std::string &device, uint32_t process) {
  std::string message = "device '" + device + "' has no process";
  if (process != DPA_STATS_ALL_PROCESSES)
    message += " " + std::to_string(process);
  return {DPA_STATS_STATUS_NO_SUCH_PROCESS, std::move(message)};
}

} // namespace dpa::stats
