// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels. Instances of kernels run in event handlers. The device has
// the list of idle handlers; the host creates more if a launch requires them. A
// launch is a remote call that activates handlers. Thread safe.
#ifndef DPA_RUNTIME_DOCA_DPA_LAUNCHER_H
#define DPA_RUNTIME_DOCA_DPA_LAUNCHER_H

#include "runtime/doca/dpa/remote-calls.h"

namespace dpa::doca {

/// Parameters of a launch. Events are handles of sync events; 0: none.
struct LaunchSettings {
  flexio_func_t *function = nullptr;
  uint64_t waitEvent = 0;
  uint64_t waitThreshold = 0;
  uint64_t completionEvent = 0;
  uint64_t completionCount = 0;
  bool adds = false;
  uint32_t numThreads = 0;
};

class Launcher {
public:
  explicit Launcher(Program &program) : program_(program) {}
  Launcher(const Launcher &) = delete;
  Launcher &operator=(const Launcher &) = delete;
  ~Launcher();

  doca_error_t launch(const char *call, const LaunchSettings &settings,
                      Arguments &arguments);

private:
  struct Instance {
    flexio_event_handler *handler;
    uint64_t record; ///< a doca_abi_thread
  };

  bool takeRecord(size_t size);
  doca_error_t outOfResources(const char *call) const;
  doca_error_t addInstances(const char *call, uint64_t count);
  doca_error_t start(const char *call, const DeviceFunction &function,
                     doca_abi_launch head, Arguments &arguments);

  Program &program_;
  std::mutex lock_; ///< protects the members below
  /// Memory for the next launch; 0: none.
  uint64_t record_ = 0;
  /// All records of launches, with their room for arguments in bytes.
  std::unordered_map<uint64_t, size_t> capacities_;
  std::vector<Instance> instances_;
};

} // namespace dpa::doca

#endif
