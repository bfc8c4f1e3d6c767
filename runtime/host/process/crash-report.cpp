// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of flexio_crash_data: see crash-report.h.
#include "runtime/host/process/crash-report.h"

#include "image/build-id.h"
#include "runtime/host/process/code-place.h"
#include "runtime/host/process/core-dump.h"
#include "runtime/host/process/process-end.h"

#include <cstdio>

namespace dpa::host {
namespace {

constexpr const char *registerNames[] = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

/// Four of them on a line.
std::string registersText(const Crash &crash) {
  std::string text;
  for (size_t i = 0; i < crash.x.size(); ++i) {
    std::array<char, 32> field;
    std::snprintf(field.data(), field.size(), "%5s %016llx", registerNames[i],
                  static_cast<unsigned long long>(crash.x[i]));
    text += field.data();
    text += i % 4 == 3 ? "\n" : "";
  }
  return text;
}

std::string threadsText(const ProcessState &state,
                        const image::DeviceElf &elf) {
  std::string text;
  for (const StoppedThread &thread : state.threads)
    text += "thread " + std::to_string(thread.id) + ": " +
            describeThread(thread, elf) + ", pc " +
            placeOf(thread.registers.pc, elf) + "\n";
  return text;
}

} // namespace

Result<std::string> crashReport(FlexioProcess &process) {
  std::string error;
  Process &device = process.deviceProcess();
  const std::optional<ProcessState> state = device.endedState(error);
  if (!state)
    return Error{"process " + process.title() + ": " + error};
  const image::DeviceElf &elf = process.app().elf();
  const std::optional<Crash> crash = device.crash();
  const Bytes buildId = image::buildIdOf(process.app().image());
  std::string text = "process " + process.title() + ", id " +
                     std::to_string(device.id()) + ", status " +
                     std::to_string(process.status()) + "\n" +
                     describeEnd(process.status(), crash, elf) + "\n";
  if (crash)
    text += registersText(*crash);
  text += threadsText(*state, elf);
  text += "build id " +
          (buildId.empty() ? "none" : image::buildIdText(buildId)) + "\n";
  return text;
}

} // namespace dpa::host
