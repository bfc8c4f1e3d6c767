// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_event_handler and its struct
// flexio_thread: a thread of the device, and its name in device memory. Ends
// with its process.
#ifndef DPA_RUNTIME_HOST_OBJECTS_EVENT_HANDLER_H
#define DPA_RUNTIME_HOST_OBJECTS_EVENT_HANDLER_H

#include "runtime/host/process/process.h"

namespace dpa::host {

class EventHandler {
public:
  /// Null, with an entry in the log for `call`, on failure.
  static std::shared_ptr<EventHandler>
  create(const char *call, const std::shared_ptr<FlexioProcess> &process,
         const flexio_event_handler_attr &attributes);
  ~EventHandler();
  EventHandler(const EventHandler &) = delete;
  EventHandler &operator=(const EventHandler &) = delete;

  Thread &thread() { return *deviceThread_; }
  const FlexioProcess &process() const { return *owner_; }

  /// From now on events start the thread, with this argument; fails, with an
  /// entry in the log for `call`.
  flexio_status run(const char *call, uint64_t argument);

  flexio_thread *threadHandle() {
    return reinterpret_cast<flexio_thread *>(deviceThread_.get());
  }
  /// Names the thread for DevX calls, which are not emulated: never followed.
  mlx5dv_devx_obj *object() {
    return reinterpret_cast<mlx5dv_devx_obj *>(&devxObject_);
  }

private:
  explicit EventHandler(const std::shared_ptr<FlexioProcess> &process)
      : owner_(process) {}
  bool writeName(const char *call, const std::string &name);

  const std::shared_ptr<FlexioProcess> owner_;
  std::string functionName_;
  uint64_t nameAddress_ = 0; ///< on the process's heap; 0: none
  char devxObject_ = 0;
  std::unique_ptr<Thread> deviceThread_;
};

/// Live event handlers by what the program holds.
Handles<EventHandler> &eventHandlers();
/// The same by their threads.
Handles<EventHandler> &threads();

} // namespace dpa::host

#endif
