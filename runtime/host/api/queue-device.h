// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device of a queue, which the program may name besides the process.
#ifndef DPA_RUNTIME_HOST_API_QUEUE_DEVICE_H
#define DPA_RUNTIME_HOST_API_QUEUE_DEVICE_H

#include "runtime/host/process/device-context.h"
#include "runtime/host/process/process.h"

namespace dpa::host {

struct QueueDevice {
  uint32_t number = 0; ///< for settings; 0: the process's own
  std::shared_ptr<Device> device;
};

/// The device of `context`, or of the process if it is null; nothing, with an entry
/// in the log for `call`, if the process has no UAR there.
inline std::optional<QueueDevice>
queueDevice(const char *call, FlexioProcess &process, ibv_context *context) {
  QueueDevice found{.device = process.sharedDevice()};
  if (context)
    found.device = deviceOf(call, context);
  if (!found.device)
    return std::nullopt;
  if (found.device.get() == &process.device())
    return found;
  found.number = process.deviceProcess().extensionTo(*found.device);
  if (found.number != 0)
    return found;
  logError(call,
           "process %s: no UAR is extended to '%s' (see flexio_uar_extend)",
           process.title().c_str(), found.device->name().c_str());
  return std::nullopt;
}

/// The same for calls whose queue has to be on another device.
inline std::optional<QueueDevice> otherQueueDevice(const char *call,
                                                   FlexioProcess &process,
                                                   ibv_context *context) {
  std::shared_ptr<Device> device = deviceOf(call, context);
  if (!device)
    return std::nullopt;
  if (device.get() != &process.device())
    return queueDevice(call, process, context);
  logError(call,
           "process %s: the context is one of its own device '%s' (expected "
           "another device)",
           process.title().c_str(), device->name().c_str());
  return std::nullopt;
}

/// Whether `context` is null or of the process's device; logs for `call` if not.
inline bool isOwnDevice(const char *call, const FlexioProcess &process,
                        ibv_context *context) {
  if (!context)
    return true;
  std::shared_ptr<Device> device = deviceOf(call, context);
  if (device && device.get() != &process.device())
    logError(
        call,
        "process %s: objects of this kind on another device ('%s') are not "
        "supported yet",
        process.title().c_str(), device->name().c_str());
  return device.get() == &process.device();
}

} // namespace dpa::host

#endif
