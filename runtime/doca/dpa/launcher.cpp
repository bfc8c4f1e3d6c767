// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a kernel and its arguments to a launch on the device: see launcher.h.
#include "runtime/doca/dpa/launcher.h"

#include "runtime/doca/common/dpa-context.h"

#include <bit>

namespace dpa::doca {

namespace {
constexpr size_t launchArgumentsMin = 888; // with the launch, 1 KiB
/// Results of the launch below this are numbers of missing instances.
constexpr uint64_t instancesMax = 1 << 16;
static_assert(sizeof(doca_abi_launch) + launchArgumentsMin <= 1024);
} // namespace

Launcher::~Launcher() {
  for (const Instance &instance : instances_) {
    flexio_event_handler_destroy(instance.handler);
    program_.free(instance.record);
  }
  for (const auto &[record, capacity] : capacities_)
    program_.free(record);
}

/// Makes record_ one with room for `size` bytes of arguments.
bool Launcher::takeRecord(size_t size) {
  if (record_ != 0 && capacities_[record_] >= size)
    return true;
  if (record_ != 0) {
    program_.free(record_);
    capacities_.erase(record_);
  }
  size_t capacity =
      size <= launchArgumentsMin ? launchArgumentsMin : std::bit_ceil(size);
  record_ = program_.allocate(sizeof(doca_abi_launch) + capacity);
  if (record_ == 0)
    return false;
  capacities_[record_] = capacity;
  return true;
}

/// In a process that has ended nothing can be allocated.
doca_error_t Launcher::outOfResources(const char *call) const {
  return program_.isAlive() ? DOCA_ERROR_NO_MEMORY : reportFailure(call);
}

doca_error_t Launcher::addInstances(const char *call, uint64_t count) {
  uint64_t first = 0;
  for (uint64_t i = 0; i < count; ++i) {
    doca_abi_thread record{};
    record.next = first;
    uint64_t address = program_.store(record);
    if (address == 0)
      return outOfResources(call);
    flexio_event_handler_attr attributes{};
    attributes.host_stub_func = program_.entries().kernel;
    attributes.continuable = 1;
    attributes.name = "kernel";
    flexio_event_handler *handler = nullptr;
    if (flexio_event_handler_create(program_.process(), &attributes,
                                    &handler) != FLEXIO_STATUS_SUCCESS) {
      sdkLog(DOCA_LOG_LEVEL_ERROR, call,
             "out of event handlers for instances of a kernel (%zu run "
             "or wait)",
             instances_.size());
      program_.free(address);
      break;
    }
    instances_.push_back({handler, address});
    record.activation_id = flexio_event_handler_get_activation_id(handler);
    doca_error_t status = program_.write(address, &record, sizeof record);
    if (status == DOCA_SUCCESS)
      status = program_.statusOf(flexio_event_handler_run(handler, address));
    if (status != DOCA_SUCCESS)
      return status;
    first = address;
  }
  if (first == 0)
    return outOfResources(call);
  uint64_t value = 0;
  return program_.run(call, program_.entries().addInstances, first, value);
}

/// Launches with record_, which is the device's afterwards.
doca_error_t Launcher::start(const char *call, const DeviceFunction &function,
                             doca_abi_launch head, Arguments &arguments) {
  for (;;) {
    Arguments copy; // packing consumes it
    va_copy(copy.list, arguments.list);
    ForwardedArguments forwarded{.arguments = &copy,
                                 .pack = function.pack,
                                 .head = &head,
                                 .headSize = sizeof head};
    uint64_t value = 0;
    doca_error_t status =
        program_.run(call, function.launchStub,
                     reinterpret_cast<uint64_t>(&forwarded), value);
    va_end(copy.list);
    if (status == DOCA_SUCCESS && value != 0 && value < instancesMax)
      status = addInstances(call, value);
    else if (status == DOCA_SUCCESS) {
      record_ = value;
      return status;
    }
    if (status != DOCA_SUCCESS)
      return status;
  }
}

doca_error_t Launcher::launch(const char *call, const LaunchSettings &settings,
                              Arguments &arguments) {
  std::optional<DeviceFunction> function =
      program_.find(call, settings.function);
  if (!function || !function->pack)
    return DOCA_ERROR_INVALID_VALUE;
  std::lock_guard lock(lock_);
  if (!takeRecord(function->argumentSize))
    return outOfResources(call);
  doca_abi_launch head{};
  head.record = record_;
  head.call.unpack = function->unpack;
  head.call.function = function->address;
  head.call.arguments = record_ + sizeof head;
  head.wait_event = settings.waitEvent;
  head.wait_threshold = settings.waitThreshold;
  head.completion_event = settings.completionEvent;
  head.completion_count = settings.completionCount;
  head.completion_adds = settings.adds;
  head.num_threads = settings.numThreads;
  head.size = static_cast<uint32_t>(sizeof head + function->argumentSize);
  return start(call, *function, head, arguments);
}

} // namespace dpa::doca
