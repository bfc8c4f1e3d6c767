// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why a process ended, in words: see process-end.h.
#include "runtime/host/process/process-end.h"

#include "base/bytes.h"
#include "runtime/abi/process-status.h"
#include "runtime/host/process/code-place.h"

namespace dpa::host {
namespace {

struct StatusName {
  uint8_t status;
  const char *name;
};

constexpr StatusName statusNames[] = {
    {DPA_STATUS_FETCH_MISALIGNED, "misaligned instruction address"},
    {DPA_STATUS_FETCH_FAULT, "instruction access fault"},
    {DPA_STATUS_ILLEGAL_INSTRUCTION, "illegal instruction"},
    {DPA_STATUS_BREAKPOINT, "breakpoint"},
    {DPA_STATUS_LOAD_MISALIGNED, "misaligned load"},
    {DPA_STATUS_LOAD_FAULT, "load access fault"},
    {DPA_STATUS_STORE_MISALIGNED, "misaligned store"},
    {DPA_STATUS_STORE_FAULT, "store access fault"},
    {DPA_STATUS_STACK_OVERFLOW, "stack overflow"},
    {DPA_STATUS_WATCHDOG, "watchdog: ran too long"},
    {DPA_STATUS_FIRMWARE_FAULT, "fault of the device's operating system"},
    {DPA_STATUS_LEFT_RECORDING, "the run has left the recording"},
    {DPA_STATUS_HOST_MEMORY, "out of host memory"},
    {DPA_STATUS_PROCESS_FINISHED, "the program finished its process"},
    {DPA_STATUS_ILLEGAL_USER_ERROR,
     "the program reported an error code out of range"},
    {DPA_STATUS_NIC_COUNTERS, "invalid use of the network card's counters"},
    {DPA_STATUS_ABORTED,
     "the program aborted (abort, exit or a failed assertion)"},
};

// Register numbers of the RISC-V calling convention.
constexpr size_t returnAddress = 1;
constexpr size_t stackPointer = 2;

/// The functions of the SDK that call entry points and tasks, which may be inlined into
/// them.
bool isEntry(const image::SymbolOffset &symbol) {
  return symbol.name.starts_with("_dpa") || symbol.name.starts_with("__dpa");
}

// What mtval holds depends on the fault.
std::string detail(uint8_t status, const Crash &crash) {
  switch (status) {
  case DPA_STATUS_FETCH_MISALIGNED:
  case DPA_STATUS_FETCH_FAULT:
  case DPA_STATUS_LOAD_MISALIGNED:
  case DPA_STATUS_LOAD_FAULT:
  case DPA_STATUS_STORE_MISALIGNED:
  case DPA_STATUS_STORE_FAULT:
    return " at address " + hex(crash.address);
  case DPA_STATUS_ILLEGAL_INSTRUCTION:
    return " " + hex(crash.address);
  case DPA_STATUS_STACK_OVERFLOW:
    return " at sp " + hex(crash.x[stackPointer]) + ", which would become " +
           hex(crash.address);
  case DPA_STATUS_FIRMWARE_FAULT:
    return ", cause " + std::to_string(crash.cause) + ", value " +
           hex(crash.address);
  default:
    return "";
  }
}

/// From the innermost one to that of the SDK which calls the entry point or task; of a
/// recursion only the innermost.
std::vector<uint64_t> callersIn(const Crash &crash,
                                const image::DeviceElf &elf) {
  std::vector<uint64_t> callers;
  for (const uint64_t caller : callersOf(crash, elf)) {
    const auto symbol = elf.symbolAt(caller - 1);
    if (!symbol || (isEntry(*symbol) && elf.inlineCallsAt(caller - 1).empty()))
      break;
    if (callers.empty() || caller != callers.back())
      callers.push_back(caller);
  }
  return callers;
}

/// Of callers without lines that were called by code with lines, only the
/// function that was called: the others are the inside of a library.
std::vector<uint64_t> withoutLibraryInside(const std::vector<uint64_t> &callers,
                                           const image::DeviceElf &elf) {
  std::vector<uint64_t> shown;
  bool isInside = false; // called by a function without lines
  bool hasLines = false; // an outer caller does
  for (size_t i = callers.size(); i-- > 0;) {
    const bool hasLine = elf.lineAt(callers[i] - 1).has_value();
    hasLines = hasLines || hasLine;
    if (hasLine || !isInside || !hasLines)
      shown.insert(shown.begin(), callers[i]);
    isInside = !hasLine;
  }
  return shown;
}

/// With the code of exit() or flexio_dev_error() that the status does not have.
std::string nameOfEnd(uint8_t status, const Crash &crash) {
  const std::string code = std::to_string(static_cast<int64_t>(crash.address));
  if (status == DPA_STATUS_ABORTED && crash.address != 0)
    return "the program called exit(" + code + ")";
  if (status == DPA_STATUS_ILLEGAL_USER_ERROR)
    return "the program reported error " + code +
           ", which is out of range (expected 128 to 255)";
  return nameOfStatus(status);
}

} // namespace

std::vector<uint64_t> callersOf(const Crash &crash,
                                const image::DeviceElf &elf) {
  const uint64_t caller = crash.x[returnAddress];
  image::ThreadState thread{crash.pc, crash.x, crash.stack};
  std::vector<uint64_t> callers;
  if (elf.symbolAt(crash.pc))
    callers = elf.callersOf(thread);
  if (!callers.empty() || !isOfCaller(caller, crash.pc, elf))
    return callers;
  callers = {caller};
  if (elf.symbolAt(crash.pc))
    return callers;
  thread.pc = caller - 1;
  for (uint64_t outer : elf.callersOf(thread))
    callers.push_back(outer);
  return callers;
}

std::string callChain(const Crash &crash, const image::DeviceElf &elf) {
  constexpr size_t callersMax = 8;
  std::string text;
  size_t count = 0;
  for (const uint64_t caller :
       withoutLibraryInside(callersIn(crash, elf), elf)) {
    if (count++ == callersMax)
      return text + ", ...";
    text += callOf(caller, elf);
  }
  return text;
}

std::string describePlace(const Crash &at, const image::DeviceElf &elf) {
  return ", pc " + placeOf(at.pc, elf) + callChain(at, elf) + ", EU " +
         std::to_string(at.eu) + ", thread " + std::to_string(at.thread);
}

std::string nameOfStatus(uint8_t status) {
  for (const StatusName &known : statusNames)
    if (known.status == status)
      return known.name;
  if (status >= DPA_STATUS_USER_FIRST)
    return "the program reported error " + std::to_string(status);
  return "status " + std::to_string(status);
}

std::string describeEnd(uint8_t status, const std::optional<Crash> &crash,
                        const image::DeviceElf &elf) {
  if (!crash)
    return nameOfStatus(status);
  std::string text = nameOfEnd(status, *crash) + detail(status, *crash) +
                     describePlace(*crash, elf);
  if (crash->machineMode)
    text += ", machine mode";
  if (!crash->detail.empty())
    text += ": " + crash->detail;
  return text;
}

} // namespace dpa::host
