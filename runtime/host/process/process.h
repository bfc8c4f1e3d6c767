// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_process: the device's process, the app
// that runs in it, its memory, reports and protection domain. Thread safe.
#ifndef DPA_RUNTIME_HOST_PROCESS_PROCESS_H
#define DPA_RUNTIME_HOST_PROCESS_PROCESS_H

#include "runtime/host/process/argument-buffers.h"
#include "runtime/host/process/device-memory.h"
#include "runtime/host/process/process-reports.h"
#include "runtime/host/profile/coverage.h"
#include "runtime/host/profile/profile-file.h"
#include "runtime/host/support/handles.h"

#include <atomic>
#include <memory>
#include <string>

namespace dpa::host {

class FlexioProcess {
public:
  /// Loads the app's image. Errors are those of the device and of the
  /// protection domain.
  static Result<std::shared_ptr<FlexioProcess>>
  create(ibv_context *context, std::shared_ptr<Device> device,
         std::shared_ptr<App> app, const flexio_process_attr &attributes);
  ~FlexioProcess();
  FlexioProcess(const FlexioProcess &) = delete;
  FlexioProcess &operator=(const FlexioProcess &) = delete;

  const App &app() const { return *app_; }
  /// "'my_app' on 'mlx5_0'": for messages.
  const std::string &title() const { return reports_.title(); }
  ibv_pd *pd() const { return domain_; }

  const Device &device() const { return *device_; }
  const std::shared_ptr<Device> &sharedDevice() const { return device_; }
  HostMemory &hostMemory() { return device_->hostMemory(); }
  Process &deviceProcess() { return *deviceProcess_; }
  const Process &deviceProcess() const { return *deviceProcess_; }

  ProcessReports &reports() { return reports_; }
  StreamTable &streams() { return reports_.streams(); }
  DeviceMemory &memory() { return *memory_; }
  Heap &heap() { return memory_->heap(); }
  ArgumentBuffers &argumentBuffers() { return *buffers_; }

  /// Why it ended, 0 while it is alive. A caller that gets an error finds the
  /// error descriptor readable.
  uint8_t status() const;
  /// False, with an entry in the log for `call`, if it has ended.
  bool isAlive(const char *call) const;
  /// Why it ended, in words; empty while it is alive.
  std::string whyEnded() const;

  /// Writes coverage and profile; the first call does. Its units have stopped, or
  /// the program ends.
  void writeCounts() noexcept {
    if (coverage_)
      coverage_->write(*deviceProcess_);
    if (profile_)
      profile_->write(*deviceProcess_);
  }

  /// False: the process has had a thread already.
  bool setErrorHandler(uint64_t function);
  /// Null, with the reason in `error`.
  std::unique_ptr<Thread> createThread(const ThreadSettings &settings,
                                       std::string &error);

private:
  FlexioProcess(std::shared_ptr<Device> device, std::shared_ptr<App> app,
                const std::string &name);
  Result<void> setDomain(ibv_context *context, ibv_pd *given);
  void setDump();

  const std::shared_ptr<Device> device_;
  const std::shared_ptr<App> app_;
  ProcessReports reports_;
  ibv_pd *domain_ = nullptr;
  bool ownsDomain_ = false;
  std::atomic<bool> hadThreads_{false};
  std::unique_ptr<AutomaticDump> dump_; ///< null if not requested
  std::unique_ptr<Coverage> coverage_;  ///< null: the image is not instrumented
  std::unique_ptr<ProfileFile> profile_;   ///< null if not requested
  std::unique_ptr<Process> deviceProcess_; ///< sends to reports_
  std::unique_ptr<DeviceMemory> memory_;
  std::unique_ptr<ArgumentBuffers> buffers_;
};

/// Live processes by what the program holds.
Handles<FlexioProcess> &processes();

} // namespace dpa::host

#endif
