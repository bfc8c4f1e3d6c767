// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the state of a process to the contents of a core: see core-dump.h.
#include "runtime/host/process/core-dump.h"

#include "image/build-id.h"
#include "image/model-id.h"
#include "runtime/abi/process-status.h"
#include "runtime/host/apps/host-program.h"
#include "runtime/host/process/dump-file.h"
#include "runtime/host/process/process-end.h"
#include "runtime/host/support/log.h"

#include <algorithm>
#include <csignal>

namespace dpa::host {
namespace {

using image::CoreContents;

/// Debuggers only know the signals of Linux.
uint32_t signalOf(uint8_t status) {
  switch (status) {
  case DPA_STATUS_FETCH_MISALIGNED:
  case DPA_STATUS_LOAD_MISALIGNED:
  case DPA_STATUS_STORE_MISALIGNED:
    return SIGBUS;
  case DPA_STATUS_FETCH_FAULT:
  case DPA_STATUS_LOAD_FAULT:
  case DPA_STATUS_STORE_FAULT:
  case DPA_STATUS_STACK_OVERFLOW:
    return SIGSEGV;
  case DPA_STATUS_ILLEGAL_INSTRUCTION:
    return SIGILL;
  case DPA_STATUS_BREAKPOINT:
    return SIGTRAP;
  case DPA_STATUS_WATCHDOG:
    return SIGXCPU;
  case DPA_STATUS_PROCESS_FINISHED:
    return SIGTERM;
  default:
    return status >= DPA_STATUS_USER_FIRST ? SIGUSR1 : SIGABRT;
  }
}

std::string range(uint64_t address, uint64_t size) {
  return hex(address) + " " + std::to_string(size);
}

class CoreDump {
public:
  CoreDump(FlexioProcess &process, const ProcessState &state)
      : process_(process), state_(state) {}

  CoreContents make();

private:
  void add(std::string_view key, std::string value) {
    core_.facts.push_back({std::string(key), std::move(value)});
  }
  void addIdentity();
  void addThreads();
  void addHeap();
  void addMemory();
  uint64_t usedSize(const StoppedMemory &memory) const;

  FlexioProcess &process_;
  const ProcessState &state_;
  CoreContents core_;
};

void CoreDump::addIdentity() {
  const App &app = process_.app();
  const HostProgram program = hostProgramOf(app.origin());
  core_.flags = app.elf().elfFlags();
  core_.entry = app.elf().entry();
  core_.buildId = image::buildIdOf(app.image());
  core_.program = app.name();
  add("process", std::to_string(process_.deviceProcess().id()));
  add("title", process_.title());
  add("app", app.name());
  add("model", image::nameOfModel(app.model()));
  add(image::coreBuildIdFact, image::buildIdText(core_.buildId));
  add("host-program", program.path);
  add("host-build-id", image::buildIdText(program.buildId));
  const uint8_t status = process_.status();
  add("status", std::to_string(status));
  add("end", describeEnd(status, process_.deviceProcess().crash(), app.elf()));
}

void CoreDump::addThreads() {
  const uint32_t signal = signalOf(process_.status());
  for (const StoppedThread &thread : state_.threads) {
    core_.threads.push_back({.number = thread.id,
                             .signal = signal,
                             .pc = thread.registers.pc,
                             .x = thread.registers.x});
    add(image::coreThreadFact,
        std::to_string(thread.id) + " " +
            describeThread(thread, process_.app().elf()));
  }
}

void CoreDump::addHeap() {
  constexpr size_t buffersMax = 20000;
  const AddressRange heap = process_.deviceProcess().heap();
  add("heap", range(heap.base, heap.size));
  const std::vector<HeapBuffer> buffers = process_.heap().buffers();
  for (size_t i = 0; i < std::min(buffers.size(), buffersMax); ++i)
    add("buffer", range(buffers[i].address, buffers[i].size));
  if (buffers.size() > buffersMax)
    add("buffers-omitted", std::to_string(buffers.size() - buffersMax));
  for (const StoppedWindow &window : state_.windows)
    add("window", "EU " + std::to_string(window.eu) + " entity " +
                      std::to_string(window.entity) + " window " +
                      std::to_string(window.window) + " key " +
                      hex(window.key) + " host " +
                      range(window.hostAddress, window.size));
}

/// Up to the last byte that the host program or device code has ever used.
uint64_t CoreDump::usedSize(const StoppedMemory &memory) const {
  constexpr uint64_t pageSize = 4096;
  uint64_t used = process_.deviceProcess().heap().base - memory.address;
  for (const HeapBuffer &buffer : process_.heap().buffers())
    used = std::max(used, buffer.address + buffer.size - memory.address);
  uint64_t end = memory.bytes.size();
  while (end > used) {
    const uint64_t begin = std::max((end - 1) / pageSize * pageSize, used);
    if (!image::isZero(memory.bytes.subspan(begin, end - begin)))
      break;
    end = begin;
  }
  return end;
}

void CoreDump::addMemory() {
  using Kind = StoppedMemory::Kind;
  for (const StoppedMemory &memory : state_.memory)
    core_.memory.push_back({.address = memory.address,
                            .bytes = memory.kind == Kind::Data
                                         ? memory.bytes.first(usedSize(memory))
                                         : memory.bytes,
                            .isWritable = memory.kind != Kind::Text,
                            .isExecutable = memory.kind == Kind::Text});
}

CoreContents CoreDump::make() {
  addIdentity();
  addThreads();
  addHeap();
  addMemory();
  return std::move(core_);
}

/// The symbol at an address; of an unpack function, which is named
/// "<prefix><stem>_<function>", the function.
std::string functionName(uint64_t address, const image::DeviceElf &elf) {
  const auto symbol = elf.symbolAt(address);
  if (!symbol)
    return hex(address);
  std::string_view name = symbol->name;
  if (!name.starts_with(image::unpackSymbolPrefix))
    return std::string(name);
  name.remove_prefix(image::unpackSymbolPrefix.size());
  for (size_t at = name.find('_'); at != name.npos; at = name.find('_', at + 1))
    if (elf.address(name.substr(at + 1)))
      return std::string(name.substr(at + 1));
  return std::string(name);
}

const char *nameOf(StoppedThread::State state) {
  switch (state) {
  case StoppedThread::State::Ended:
    return "ended the process";
  case StoppedThread::State::Runs:
    return "runs";
  case StoppedThread::State::Yielded:
    return "has yielded";
  case StoppedThread::State::Waits:
    break;
  }
  return "waits for an event";
}

} // namespace

std::string describeThread(const StoppedThread &thread,
                           const image::DeviceElf &elf) {
  std::string text = "'" +
                     (thread.label.empty() ? functionName(thread.function, elf)
                                           : thread.label) +
                     "' " + nameOf(thread.state);
  if (thread.eu)
    text += " on EU " + std::to_string(*thread.eu);
  return text;
}

Result<CoreContents> coreOf(FlexioProcess &process) {
  std::string error;
  const std::optional<ProcessState> state =
      process.deviceProcess().endedState(error);
  if (!state)
    return Error{"process " + process.title() + ": " + error};
  if (state->threads.empty())
    return Error{"process " + process.title() + ": has never had a thread"};
  return CoreDump(process, *state).make();
}

void writeAutomaticDump(FlexioProcess &process,
                        const std::string &folder) noexcept {
  try {
    const std::string path = folder + "/" +
                             automaticDumpName(process.device().name(),
                                               process.deviceProcess().id());
    const Result<void> written =
        writeDumpTo(path, [&](const std::string &file) -> Result<void> {
          const Result<CoreContents> core = coreOf(process);
          return core ? image::writeCore(file, *core)
                      : Result<void>(core.error());
        });
    if (written)
      logWarning("core dump", "process %s: %s", process.title().c_str(),
                 path.c_str());
    else
      logError("core dump", "process %s: %s", process.title().c_str(),
               written.error().message.c_str());
  } catch (const std::bad_alloc &) {
    logError("core dump", "out of host memory");
  }
}

} // namespace dpa::host
