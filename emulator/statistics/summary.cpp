// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of processes and execution units.
#include "emulator/statistics/summary.h"

#include "base/fork-generation.h"
#include "base/log-line.h"
#include "base/text-table.h"
#include "emulator/configuration/configuration.h"
#include "emulator/statistics/program-statistics.h"

#include <cstdlib>
#include <string_view>

namespace dpa {
namespace {

constexpr uint64_t nanosecondsInMicrosecond = 1000;

struct Summary {
  struct Device {
    std::string processes; ///< those that have ended
    std::shared_ptr<const EuStatistics> units;
  };
  std::mutex lock; ///< of what follows
  std::map<std::string, Device> devices;
};

/// Empty in reproducible runs, which count no translations: output must not depend on time.
std::string translationText(const ProcessStatistics &process) {
  if (process.translatedInstructions() == 0)
    return "";
  return "    translating " + std::to_string(process.translatedInstructions()) +
         " instructions took " +
         std::to_string(process.translationTime() / nanosecondsInMicrosecond) +
         " us\n";
}

std::string processText(const ProcessStatistics &process) {
  std::vector<ThreadRecord> threads;
  process.addThreads(statisticsAll, threads);
  threads.insert(threads.end(), process.ended().begin(), process.ended().end());
  TextTable table({{"thread"},
                   {"name", false},
                   {"executions"},
                   {"instructions"},
                   {"cycles"},
                   {"time [us]"}});
  for (const ThreadRecord &thread : threads)
    table.add(
        {thread.thread == statisticsAll ? "" : std::to_string(thread.thread),
         thread.name.data(), std::to_string(thread.executions),
         std::to_string(thread.instructions), std::to_string(thread.cycles),
         std::to_string(thread.microseconds)});
  return "  process " + std::to_string(process.id()) + " '" + process.name() +
         "'\n" + table.text(4) + translationText(process);
}

std::string unitText(const EuStatistics &units) {
  TextTable table(
      {{"EU"}, {"activations"}, {"instructions"}, {"cycles"}, {"time [us]"}});
  for (uint32_t eu = 0; eu < DPA_EU_COUNT_MAX; ++eu)
    if (const EuCounters unit = units.counters(eu); unit.activations != 0)
      table.add({std::to_string(eu), std::to_string(unit.activations),
                 std::to_string(unit.instructions), std::to_string(unit.cycles),
                 std::to_string(unit.nanoseconds / nanosecondsInMicrosecond)});
  return table.isEmpty() ? "" : "  execution units\n" + table.text(4);
}

void print(const std::string &name, const Summary::Device &device) {
  std::string text = device.processes;
  programStatistics().forEach(name, statisticsAll,
                              [&](uint32_t, const ProcessStatistics &process) {
                                text += processText(process);
                              });
  text += unitText(*device.units);
  std::fprintf(stderr, "dpa-emulator: statistics of device %s\n%s",
               name.c_str(), text.c_str());
}

void reportNoMemory() {
  printLine("dpa-emulator", "warning",
            "out of memory: the summary of --stats is incomplete");
}

/// At a regular end of the program. Units may still run.
[[gnu::destructor]] void printSummary() noexcept try {
  if (!showsSummary())
    return;
  auto &summary = perProgram<Summary>();
  const std::lock_guard guard(summary.lock);
  for (const auto &[name, device] : summary.devices)
    print(name, device);
} catch (const std::bad_alloc &) {
  reportNoMemory();
}

} // namespace

/// Read once, because the program may change its environment.
bool showsSummary() {
  static const bool isAsked = [] {
    const char *value = std::getenv(statisticsVariable);
    return value && std::string_view(value) == "1";
  }();
  return isAsked;
}

void addToSummary(const std::string &device,
                  std::shared_ptr<const EuStatistics> units) {
  auto &summary = perProgram<Summary>();
  const std::lock_guard guard(summary.lock);
  summary.devices[device].units = std::move(units);
}

void addToSummary(const ProcessStatistics &process) noexcept try {
  auto &summary = perProgram<Summary>();
  const std::lock_guard guard(summary.lock);
  if (auto found = summary.devices.find(process.device());
      found != summary.devices.end())
    found->second.processes += processText(process);
} catch (const std::bad_alloc &) {
  reportNoMemory();
}

} // namespace dpa
