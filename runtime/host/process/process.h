// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_process: the device's process, the app
// that runs in it, its heap, argument buffers, message streams, protection
// domain and error descriptor. Whatever device code does arrives here as a
// value. Thread safe.
#ifndef DPA_RUNTIME_HOST_PROCESS_PROCESS_H
#define DPA_RUNTIME_HOST_PROCESS_PROCESS_H

#include "emulator/interface/device.h"
#include "runtime/host/apps/app.h"
#include "runtime/host/messages/stream-table.h"
#include "runtime/host/process/argument-buffers.h"
#include "runtime/host/process/heap.h"
#include "runtime/host/support/event-fd.h"
#include "runtime/host/support/handles.h"

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace dpa::host {

/// A call of a device function that is ready to go.
struct Call {
  const char *caller = "";   ///< the public function, for the log
  std::string_view function; ///< the device function, for the log
  uint64_t entry =
      0; ///< what runs: the unpack function, or the function itself
  uint64_t argument0 = 0;
  uint64_t argument1 = 0;
  Affinity affinity;
  /// What argument0 points to when the call begins; empty: left as it is.
  std::span<const std::byte> arguments;
};

/// The buffers that a completion queue is in.
struct CqMemory {
  HeapHold ring;
  HeapHold record;
};

class FlexioProcess final : public ProcessObserver {
public:
  /// Loads the app's image. Errors are those of the device and of the
  /// protection domain.
  static Result<std::shared_ptr<FlexioProcess>>
  create(ibv_context *context, std::shared_ptr<Device> device,
         std::shared_ptr<App> app, const flexio_process_attr &attributes);
  ~FlexioProcess() override;
  FlexioProcess(const FlexioProcess &) = delete;
  FlexioProcess &operator=(const FlexioProcess &) = delete;

  const App &app() const { return *runningApp_; }
  /// "'my_app' on 'mlx5_0'": for messages.
  std::string title() const;
  ibv_pd *pd() const { return domain_; }
  int errorFd() const { return failed_.fd(); }
  /// Whoever is told of an error finds the error descriptor readable.
  uint8_t status() const;
  /// False, with an entry in the log for `call`, if it has ended.
  bool isAlive(const char *call) const;
  /// Why it ended, in words; empty while it is alive.
  std::string whyEnded() const;

  Heap &heap() { return *deviceHeap_; }
  const Heap &heap() const { return *deviceHeap_; }
  ArgumentBuffers &argumentBuffers() { return *buffers_; }
  StreamTable &streams() { return streamTable_; }
  ProcessWindows &windows() { return machine_->windows(); }
  HostMemory &hostMemory() { return device_->hostMemory(); }
  MessageSettings messageSettings() const { return device_->messages(); }

  /// Runs a device function and waits; what goes wrong is in the log. Shows
  /// messages sent before it returns.
  flexio_status call(const Call &call, uint64_t &value);

  /// A range that touches the heap has to lie inside one buffer of the program.
  Result<void> checkRange(uint64_t address, size_t size) const;
  /// The same, and the buffer is not freed while the result lives.
  Result<HeapHold> holdRange(uint64_t address, size_t size);
  /// The same as checkRange, and the range's last byte can be read: a copy in pieces does not
  /// fail half way. `size` is not 0.
  Result<void> checkEnd(uint64_t address, size_t size) const;
  /// For a memory key: the same, not empty, and rights that there are and go
  /// together.
  Result<void> checkKeyRange(uint64_t address, size_t size, int access) const;
  /// The number by which keys name the process's memory.
  uint32_t memoryId() const { return machine_->id(); }
  /// Copies to and from device memory. Errors: those of checkRange, or the
  /// range is not all in the process's data, or what is to be written cannot be
  /// read.
  Result<void> read(uint64_t address, void *buffer, size_t size);
  Result<void> write(uint64_t address, const void *buffer, size_t size);
  Result<void> fill(uint64_t address, int value, size_t size);
  /// Writes, reads or clears memory that this library has on the heap.
  bool writeOwn(uint64_t address, const void *buffer, size_t size) {
    return machine_->write(address, buffer, size);
  }
  bool readOwn(uint64_t address, void *buffer, size_t size) {
    return machine_->read(address, buffer, size);
  }
  bool clearOwn(uint64_t address, size_t size) {
    return machine_->fill(address, 0, size);
  }

  void message(uint32_t stream, uint32_t eu,
               std::string_view text) noexcept override;
  void messageRecords(uint32_t stream, uint64_t position,
                      std::string_view records) noexcept override;
  void ended(uint8_t status, const Crash *crash) noexcept override;
  void recovered(const Crash &crash) noexcept override;
  void note(std::string_view text) noexcept override;
  void warn(std::string_view text) noexcept override;

  /// Ends everything that runs in it, for good.
  void stop() { machine_->stop(); }
  bool isOn(const Device &other) const { return device_.get() == &other; }
  uint32_t uar() const { return machine_->uar(); }
  std::unique_ptr<Uar> createUar(std::string &error) {
    return machine_->createUar(error);
  }
  std::unique_ptr<Outbox> createOutbox(bool pcc, std::string &error) {
    return machine_->createOutbox(pcc, error);
  }
  /// Null, with the reason in `error`; also for a ring or a doorbell record on
  /// the heap that is not all in one buffer, or a record in the ring. `memory`
  /// holds these buffers.
  std::unique_ptr<CompletionQueue>
  createCq(const CqSettings &settings, CqMemory &memory, std::string &error);
  /// False: there has been a thread already.
  bool setErrorHandler(uint64_t function) {
    if (hadThreads_)
      return false;
    machine_->setErrorHandler(function);
    return true;
  }
  /// Null, with the reason in `error`.
  std::unique_ptr<Thread> createThread(const ThreadSettings &settings,
                                       std::string &error) {
    std::unique_ptr<Thread> thread = machine_->createThread(settings, error);
    hadThreads_ = hadThreads_ || thread;
    return thread;
  }
  void violation(const MemoryViolation &violation) noexcept override;

  /// Null, with the reason in `error`.
  std::unique_ptr<TaskQueue> createTaskQueue(const TaskQueueSettings &settings,
                                             std::string &error) {
    return machine_->createTaskQueue(settings, error);
  }

private:
  FlexioProcess(std::shared_ptr<Device> device, std::shared_ptr<App> app);
  flexio_status explain(const Call &call, CallResult result,
                        bool wasEndedByOther);
  void logMessage(std::string_view text) noexcept;
  void reportEnd(uint8_t status, const std::optional<Crash> &crash) noexcept;
  bool carriesMessages() noexcept;
  Result<void> setDomain(ibv_context *context, ibv_pd *given);

  const std::shared_ptr<Device> device_;
  const std::shared_ptr<App> runningApp_;
  std::string name_;
  ibv_pd *domain_ = nullptr;
  bool ownsDomain_ = false;
  EventFd failed_;
  std::atomic<bool> isEndReported_{false};
  std::atomic<bool> isPortReported_{false};
  std::atomic<bool> hadThreads_{false};
  std::atomic<unsigned> activeCalls_{0};
  StreamTable streamTable_;
  std::unique_ptr<Heap> deviceHeap_;
  std::unique_ptr<ArgumentBuffers> buffers_;
  /// Last, so that it stops first: it calls message() and ended().
  std::unique_ptr<Process> machine_;
};

/// Live processes by what the program holds.
Handles<FlexioProcess> &processes();

inline flexio_process *handleOf(FlexioProcess &process) {
  return reinterpret_cast<flexio_process *>(&process);
}

/// Null, with an entry in the log for `call`, if there is no such process.
std::shared_ptr<FlexioProcess> processOf(const char *call,
                                         const flexio_process *handle);

} // namespace dpa::host

#endif
