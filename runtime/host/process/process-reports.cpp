// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From events of the device to log and streams: see process-reports.h. Called on
// the device's threads, so nothing here throws.
#include "runtime/host/process/process-reports.h"

#include "runtime/abi/message-streams.h"
#include "runtime/abi/process-status.h"
#include "runtime/host/process/heap-check-report.h"
#include "runtime/host/process/memory-check-report.h"
#include "runtime/host/process/process-end.h"
#include "runtime/host/profile/perf-map.h"
#include "runtime/host/support/log.h"

namespace dpa::host {

bool isError(uint8_t status) {
  return status != DPA_STATUS_OK && status != DPA_STATUS_PROCESS_FINISHED;
}

ProcessReports::ProcessReports(const std::string &processName, const App &app,
                               const Device &device)
    : title_("'" + processName + "' on '" + device.name() + "'"), app_(app),
      device_(device) {}

void ProcessReports::message(uint32_t stream, uint32_t eu,
                             std::string_view text) noexcept {
  if (stream == DPA_STREAM_LOG)
    logError("process", "%s: %.*s", title_.c_str(),
             static_cast<int>(text.size()), text.data());
  else if (carriesMessages() && !streams_.deliver(stream, eu, text))
    reportMissingStream();
}

void ProcessReports::reportMissingStream() noexcept {
  if (!isMissingStreamReported_.exchange(true))
    logWarning("message stream",
               "process %s has no stream: its messages are lost; open one with "
               "flexio_msg_stream_create",
               title_.c_str());
}

void ProcessReports::messageRecords(uint32_t stream, uint64_t position,
                                    std::string_view records) noexcept {
  if (carriesMessages())
    streams_.deliverRecords(stream, position, records);
}

bool ProcessReports::carriesMessages() noexcept {
  if (device_.messages().portIsUp)
    return true;
  if (!isPortReported_.exchange(true))
    logWarning("message stream",
               "the port of device '%s' is down: messages of device code are "
               "lost",
               device_.name().c_str());
  return false;
}

void ProcessReports::recovered(const Crash &crash) noexcept {
  try {
    logError("process", "%s: %s; passed to the error handler", title_.c_str(),
             describeEnd(crash.status, crash, app_.elf()).c_str());
  } catch (...) {
    logError("process", "%s: status %u; passed to the error handler",
             title_.c_str(), crash.status);
  }
}

void ProcessReports::refused(const Crash &at, std::string_view why) noexcept {
  try {
    logError("process", "%s: %s%s", title_.c_str(), std::string(why).c_str(),
             describePlace(at, app_.elf()).c_str());
  } catch (...) {
    warn(why);
  }
}

std::string ProcessReports::callersText(const Crash &at) {
  constexpr std::string_view before = ", called from ";
  std::string text = callChain(at, app_.elf());
  return text.starts_with(before) ? text.substr(before.size()) : text;
}

void ProcessReports::note(std::string_view text) noexcept {
  logDebug("process", "%s: %.*s", title_.c_str(), static_cast<int>(text.size()),
           text.data());
}

void ProcessReports::warn(std::string_view text) noexcept {
  logWarning("process", "%s: %.*s", title_.c_str(),
             static_cast<int>(text.size()), text.data());
}

void ProcessReports::traceEndOf(uint8_t status, const Crash *crash) noexcept {
  try {
    traceEnd(title_ + ": " +
             describeEnd(status, crash ? std::optional(*crash) : std::nullopt,
                         app_.elf()));
  } catch (...) {
    traceEnd(title_);
  }
}

void ProcessReports::ended(uint8_t status, const Crash *crash) noexcept {
  if (!isError(status))
    return;
  if (isTraced())
    traceEndOf(status, crash);
  if (AutomaticDump *dump = dump_)
    dump->begin();
  raiseError();
  if (!hasActiveCalls())
    reportEnd(status, crash ? std::optional(*crash) : std::nullopt);
}

void ProcessReports::reportEnd(uint8_t status,
                               const std::optional<Crash> &crash) noexcept {
  if (isEndReported_.exchange(true))
    return;
  try {
    logError("process", "%s ended: %s", title_.c_str(),
             describeEnd(status, crash, app_.elf()).c_str());
  } catch (...) {
    logError("process", "%s ended with status %u", title_.c_str(), status);
  }
}

void ProcessReports::translated(const HostCode &code) noexcept {
  addToPerfMap(code, app_.elf());
}

void ProcessReports::sampled(const ProfileSample &sample) noexcept {
  if (profile_)
    profile_->add(sample);
}

void ProcessReports::violation(const MemoryViolation &violation) noexcept {
  try {
    logError("memory check", "process %s: %s", title_.c_str(),
             describeViolation(violation, app_.elf()).c_str());
  } catch (...) {
    logError("memory check", "process %s: pc 0x%llx, address 0x%llx",
             title_.c_str(),
             static_cast<unsigned long long>(violation.access.pc),
             static_cast<unsigned long long>(violation.address));
  }
}

void ProcessReports::heapViolation(const HeapViolation &violation) noexcept {
  try {
    {
      const std::lock_guard guard(heapLock_);
      if (!heapPlaces_.insert(placeOfViolation(violation, app_.elf())).second)
        return;
    }
    logError("heap check", "process %s: %s", title_.c_str(),
             describeHeapViolation(violation, app_.elf()).c_str());
  } catch (...) {
    logError("heap check", "process %s: pc 0x%llx, address 0x%llx",
             title_.c_str(), static_cast<unsigned long long>(violation.at.pc),
             static_cast<unsigned long long>(violation.address));
  }
}

size_t ProcessReports::heapPlaces() {
  const std::lock_guard guard(heapLock_);
  return heapPlaces_.size();
}

void ProcessReports::misaligned(const MisalignedAccess &access) noexcept {
  try {
    logWarning("process", "%s: %s", title_.c_str(),
               describeMisaligned(access, app_.elf()).c_str());
  } catch (...) {
    logWarning("process", "%s: misaligned access at pc 0x%llx", title_.c_str(),
               static_cast<unsigned long long>(access.access.pc));
  }
}

} // namespace dpa::host
