// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_process: see process.h.
#include "runtime/host/process/process.h"

#include "runtime/abi/message-streams.h"
#include "runtime/abi/process-status.h"
#include "runtime/host/process/memory-check-report.h"
#include "runtime/host/process/process-end.h"
#include "runtime/host/support/expected-object.h"
#include "runtime/host/support/log.h"
#include "runtime/host/support/readable-memory.h"

#include <bit>
#include <cerrno>
#include <cstring>

namespace dpa::host {

using dpa::Error;
using dpa::Result;

FlexioProcess::FlexioProcess(std::shared_ptr<Device> device,
                             std::shared_ptr<App> app)
    : device_(std::move(device)), runningApp_(std::move(app)) {}

Result<std::shared_ptr<FlexioProcess>>
FlexioProcess::create(ibv_context *context, std::shared_ptr<Device> device,
                      std::shared_ptr<App> app,
                      const flexio_process_attr &attributes) {
  std::shared_ptr<FlexioProcess> process(
      new FlexioProcess(std::move(device), std::move(app)));
  std::optional<std::string> name =
      attributes.name ? readableText(attributes.name) : process->app().name();
  if (!name)
    return Error{
        "process of app '" + process->app().name() + "': the name at " +
        hex(std::bit_cast<uintptr_t>(attributes.name)) + " cannot be read"};
  process->name_ = *std::move(name);
  if (Result<void> set = process->setDomain(context, attributes.pd); !set)
    return set.error();
  std::string error;
  ProcessSettings settings{process->app().image(), process->name_};
  process->machine_ =
      process->device_->createProcess(settings, *process, error);
  if (!process->machine_)
    return Error{"process " + process->title() + ": " + error};
  AddressRange heap = process->machine_->heap();
  process->deviceHeap_ = std::make_unique<Heap>(heap.base, heap.size);
  process->buffers_ = std::make_unique<ArgumentBuffers>(*process->deviceHeap_);
  return process;
}

FlexioProcess::~FlexioProcess() {
  machine_.reset();
  if (ownsDomain_)
    ibv_dealloc_pd(domain_);
}

std::string FlexioProcess::title() const {
  return "'" + name_ + "' on '" + device_->name() + "'";
}

Result<void> FlexioProcess::setDomain(ibv_context *context, ibv_pd *given) {
  if (given && !device_->hostMemory().hasDomain(given))
    return Error{"process " + title() + ": " +
                 hex(std::bit_cast<uintptr_t>(given)) +
                 " is no protection domain of its device"};
  domain_ = given;
  if (domain_)
    return {};
  domain_ = ibv_alloc_pd(context);
  if (!domain_)
    return Error{"process " + title() +
                 ": cannot allocate a protection domain: " + strerror(errno)};
  ownsDomain_ = true;
  return {};
}

std::string FlexioProcess::whyEnded() const {
  uint8_t why = status();
  return why ? nameOfStatus(why) : "";
}

namespace {

// A program may finish its own process, which is no error.
bool isError(uint8_t status) {
  return status != DPA_STATUS_OK && status != DPA_STATUS_PROCESS_FINISHED;
}

// Counts a call while it lives, also when the call throws.
class ActiveCall {
public:
  explicit ActiveCall(std::atomic<unsigned> &count) : count_(count) { ++count; }
  ~ActiveCall() { --count_; }
  ActiveCall(const ActiveCall &) = delete;
  ActiveCall &operator=(const ActiveCall &) = delete;

private:
  std::atomic<unsigned> &count_;
};

} // namespace

bool FlexioProcess::isAlive(const char *call) const {
  if (status() == 0)
    return true;
  logError(call, "process %s is dead: %s", title().c_str(), whyEnded().c_str());
  return false;
}

uint8_t FlexioProcess::status() const {
  uint8_t now = machine_->status();
  if (isError(now))
    failed_.raise();
  return now;
}

flexio_status FlexioProcess::call(const Call &call, uint64_t &value) {
  CallResult result;
  bool wasEndedByOther = false;
  {
    ActiveCall active(activeCalls_);
    result = machine_->call({call.entry, call.argument0, call.argument1,
                             call.affinity, call.arguments, &wasEndedByOther},
                            value);
  }
  streamTable_.drain();
  if (result != CallResult::ProcessEnded && activeCalls_ == 0 &&
      isError(status()))
    reportEnd(status(), machine_->crash());

  return result == CallResult::Ok ? FLEXIO_STATUS_SUCCESS
                                  : explain(call, result, wasEndedByOther);
}

// Says in the log why a call brought no value.
flexio_status FlexioProcess::explain(const Call &call, CallResult result,
                                     bool wasEndedByOther) {
  std::string what =
      "'" + std::string(call.function) + "' in process " + title();
  if (result == CallResult::ProcessEnded) {
    isEndReported_ = true;
    std::string why = "the process was destroyed";
    if (uint8_t end = status())
      why = (wasEndedByOther ? "the process ended meanwhile: " : "") +
            describeEnd(end, machine_->crash(), app().elf());
    logError(call.caller, "%s did not return: %s", what.c_str(), why.c_str());
    return FLEXIO_STATUS_FATAL_ERR;
  }
  if (result == CallResult::TimedOut) {
    constexpr double millisecondsInSecond = 1e3;
    logError(call.caller,
             "%s did not run: no execution unit for it became free within %g "
             "seconds (call-timeout)",
             what.c_str(),
             static_cast<double>(machine_->callTimeoutMilliseconds()) /
                 millisecondsInSecond);
    return FLEXIO_STATUS_TIMEOUT;
  }
  if (result == CallResult::OfParent)
    logError(call.caller,
             "%s: the process is that of the parent of this program; after "
             "fork() open the device and create a process again",
             what.c_str());
  else if (result == CallResult::BadArguments)
    logError(call.caller, "%s: cannot write %zu bytes of arguments",
             what.c_str(), call.arguments.size());
  else if (result == CallResult::BadAffinity)
    logError(call.caller, "%s: device '%s' has no execution unit %s %u for it",
             what.c_str(), device_->name().c_str(),
             call.affinity.kind == Affinity::Kind::Group ? "group" : "number",
             call.affinity.id);
  else
    logError(call.caller, "%s finished its thread instead of returning a value",
             what.c_str());
  return FLEXIO_STATUS_FAILED;
}

// What is outside the heap is the machine's to check.
Result<void> FlexioProcess::checkRange(uint64_t address, size_t size) const {
  if (deviceHeap_->overlaps(address, size) &&
      !deviceHeap_->isInsideBlock(address, size))
    return Error{std::to_string(size) + " bytes at device address " +
                 hex(address) + " are not inside one buffer of the heap"};
  return {};
}

Result<HeapHold> FlexioProcess::holdRange(uint64_t address, size_t size) {
  if (!deviceHeap_->overlaps(address, size))
    return HeapHold();
  if (std::optional<uint64_t> start = deviceHeap_->hold(address, size))
    return HeapHold(*deviceHeap_, *start);
  return checkRange(address, size).error();
}

namespace {

Result<void> checked(bool isDone, uint64_t address, size_t size) {
  if (isDone)
    return {};
  return Error{std::to_string(size) + " bytes at device address " +
               hex(address) + " are not all in the process's data"};
}

} // namespace

Result<void> FlexioProcess::checkEnd(uint64_t address, size_t size) const {
  if (Result<void> inside = checkRange(address, size); !inside)
    return inside;
  std::byte last;
  return checked(size - 1 <= UINT64_MAX - address &&
                     machine_->read(address + size - 1, &last, 1),
                 address, size);
}

Result<void> FlexioProcess::checkKeyRange(uint64_t address, size_t size,
                                          int access) const {
  constexpr auto local = static_cast<unsigned>(IBV_ACCESS_LOCAL_WRITE);
  constexpr auto change =
      static_cast<unsigned>(IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
  constexpr auto known =
      local | change | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_OPTIONAL_RANGE;
  const auto rights = static_cast<unsigned>(access);
  if (size == 0)
    return Error{"a memory key for 0 bytes"};
  if ((rights & ~known) != 0)
    return Error{"access rights " + hex(rights) +
                 " have bits that are not supported here"};
  if ((rights & change) != 0 && (rights & local) == 0)
    return Error{"access rights " + hex(rights) +
                 " let others write without IBV_ACCESS_LOCAL_WRITE"};
  return checkRange(address, size);
}

std::unique_ptr<CompletionQueue>
FlexioProcess::createCq(const CqSettings &settings, CqMemory &memory,
                        std::string &error) {
  constexpr uint64_t entrySize = 64;
  constexpr uint64_t recordSize = 8;
  // First, because the device bounds the depth, which may be any number.
  std::unique_ptr<CompletionQueue> cq = machine_->createCq(settings, error);
  if (!cq)
    return nullptr;
  const uint64_t ringSize = entrySize << settings.logDepth;
  Result<HeapHold> ring = holdRange(settings.ring, ringSize);
  Result<HeapHold> record = holdRange(settings.doorbellRecord, recordSize);
  if (!ring)
    error = "the ring: " + ring.error().message;
  else if (!record)
    error = "the doorbell record: " + record.error().message;
  else if (settings.doorbellRecord - settings.ring < ringSize)
    error = "the doorbell record at " + hex(settings.doorbellRecord) +
            " is inside the ring of " + std::to_string(ringSize) +
            " bytes at " + hex(settings.ring);
  else {
    memory = {*std::move(ring), *std::move(record)};
    return cq;
  }
  return nullptr;
}

Result<void> FlexioProcess::read(uint64_t address, void *buffer, size_t size) {
  if (Result<void> inside = checkRange(address, size); !inside)
    return inside;
  return checked(machine_->read(address, buffer, size), address, size);
}

Result<void> FlexioProcess::write(uint64_t address, const void *buffer,
                                  size_t size) {
  if (Result<void> inside = checkRange(address, size); !inside)
    return inside;
  if (Result<void> readable = checkReadable(buffer, size); !readable)
    return readable;
  return checked(machine_->write(address, buffer, size), address, size);
}

Result<void> FlexioProcess::fill(uint64_t address, int value, size_t size) {
  if (Result<void> inside = checkRange(address, size); !inside)
    return inside;
  return checked(machine_->fill(address, value, size), address, size);
}

void FlexioProcess::message(uint32_t stream, uint32_t eu,
                            std::string_view text) noexcept {
  if (stream == DPA_STREAM_LOG)
    return logMessage(text);
  if (carriesMessages())
    streamTable_.deliver(stream, eu, text);
}

void FlexioProcess::messageRecords(uint32_t stream, uint64_t position,
                                   std::string_view records) noexcept {
  if (carriesMessages())
    streamTable_.deliverRecords(stream, position, records);
}

bool FlexioProcess::carriesMessages() noexcept {
  if (device_->messages().portIsUp)
    return true;
  if (!isPortReported_.exchange(true))
    logWarning("message stream",
               "the port of device '%s' is down: messages of device code are "
               "lost",
               device_->name().c_str());
  return false;
}

void FlexioProcess::logMessage(std::string_view text) noexcept {
  try {
    logError("process", "%s: %.*s", title().c_str(),
             static_cast<int>(text.size()), text.data());
  } catch (...) {
    logError("process", "%.*s", static_cast<int>(text.size()), text.data());
  }
}

void FlexioProcess::recovered(const Crash &crash) noexcept {
  try {
    logError("process", "%s: %s; the error handler gets it", title().c_str(),
             describeEnd(crash.status, crash, app().elf()).c_str());
  } catch (...) {
    logError("process", "status %u; the error handler gets it", crash.status);
  }
}

void FlexioProcess::note(std::string_view text) noexcept {
  try {
    logDebug("process", "%s: %.*s", title().c_str(),
             static_cast<int>(text.size()), text.data());
  } catch (...) {
    logDebug("process", "%.*s", static_cast<int>(text.size()), text.data());
  }
}

void FlexioProcess::warn(std::string_view text) noexcept {
  try {
    logWarning("process", "%s: %.*s", title().c_str(),
               static_cast<int>(text.size()), text.data());
  } catch (...) {
    logWarning("process", "%.*s", static_cast<int>(text.size()), text.data());
  }
}

// A call that waits reports the end itself, with the function's name; or when
// it is over, if it came to its own end before.
void FlexioProcess::ended(uint8_t status, const Crash *crash) noexcept {
  if (!isError(status))
    return;
  failed_.raise();
  if (activeCalls_ == 0)
    reportEnd(status, crash ? std::optional(*crash) : std::nullopt);
}

void FlexioProcess::reportEnd(uint8_t status,
                              const std::optional<Crash> &crash) noexcept {
  if (isEndReported_.exchange(true))
    return;
  try {
    logError("process", "%s ended: %s", title().c_str(),
             describeEnd(status, crash, app().elf()).c_str());
  } catch (...) {
    logError("process", "ended with status %u", status);
  }
}

void FlexioProcess::violation(const MemoryViolation &violation) noexcept {
  try {
    logError("memory check", "process %s: %s", title().c_str(),
             describeViolation(violation, app().elf()).c_str());
  } catch (...) {
    logError("memory check", "pc 0x%llx, address 0x%llx",
             static_cast<unsigned long long>(violation.access.pc),
             static_cast<unsigned long long>(violation.address));
  }
}

Handles<FlexioProcess> &processes() {
  static auto &table = *new Handles<FlexioProcess>;
  return table;
}

std::shared_ptr<FlexioProcess> processOf(const char *call,
                                         const flexio_process *handle) {
  return expectedObject(call, processes().find(handle), handle, "process");
}

} // namespace dpa::host
