// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A DPA process: its memory, its view of the device's execution units, its
// status. A call is a job of the device's scheduler. Whatever the device code
// does ends as a status and a Crash, never as a fault of the host program; so
// does host memory that runs out meanwhile.
#ifndef DPA_EMULATOR_PROCESS_EMULATED_PROCESS_H
#define DPA_EMULATOR_PROCESS_EMULATED_PROCESS_H

#include "emulator/configuration/configuration.h"
#include "emulator/memory/process-memory.h"
#include "emulator/memory/window-table.h"
#include "emulator/nic/outbox-page.h"
#include "emulator/nic/port-counters.h"
#include "emulator/nic/process-nic.h"
#include "emulator/process/emulated-task-queue.h"
#include "emulator/process/thread-table.h"
#include "emulator/schedule/scheduler.h"
#include "emulator/unit/eu-statistics.h"
#include "emulator/unit/execution-unit.h"

#include <mutex>

namespace dpa {

/// What a process takes over from its device.
struct ProcessContext {
  std::shared_ptr<Scheduler> scheduler;
  std::shared_ptr<EuStatistics> statistics;
  std::shared_ptr<cpu::Clock> clock;
  std::shared_ptr<MemoryKeys> keys;
  cpu::Isa isa;
  ActivationLimits limits;
  uint64_t callTimeoutMilliseconds = 0; ///< 0: none
  cpu::Engine engine = cpu::Engine::Auto;
  uint64_t firmwareEntry = 0;
  uint64_t imageEntry = 0;
  uint32_t id = 0;
  std::shared_ptr<ProcessNic> nic;
  std::shared_ptr<const PortCounters> ports;
  uint32_t forks = 0; ///< cpu::forkCount() when the device was opened
  MemoryChecking check = MemoryChecking::Off;
};

class EmulatedProcess : public Process,
                        private MessageSink,
                        private ProcessRegisters,
                        private Doorbells,
                        private Admission {
public:
  EmulatedProcess(ProcessContext context, std::unique_ptr<ProcessMemory> memory,
                  ProcessObserver &observer);
  ~EmulatedProcess() override;

  CallResult call(const CallRequest &request, uint64_t &value) override;
  bool read(uint64_t address, void *buffer, size_t size) override;
  bool write(uint64_t address, const void *buffer, size_t size) override;
  bool fill(uint64_t address, int value, size_t size) override;
  void stop() override;
  std::unique_ptr<Thread> createThread(const ThreadSettings &settings,
                                       std::string &error) override;

  ProcessWindows &windows() override { return windows_; }
  void setErrorHandler(uint64_t function) override;
  uint32_t uar() const override { return nic_.uar(); }
  std::unique_ptr<Uar> createUar(std::string &error) override;
  std::unique_ptr<Outbox> createOutbox(bool pcc, std::string &error) override;
  std::unique_ptr<CompletionQueue> createCq(const CqSettings &settings,
                                            std::string &error) override;

  std::unique_ptr<TaskQueue> createTaskQueue(const TaskQueueSettings &settings,
                                             std::string &error) override;
  uint64_t callTimeoutMilliseconds() const override {
    return context_.callTimeoutMilliseconds;
  }
  AddressRange heap() const override { return memory_->heap(); }
  uint32_t id() const override { return context_.id; }
  uint8_t status() const override { return status_; }
  std::optional<Crash> crash() const override;

private:
  friend class ActivationJob;
  friend class EmulatedThread;
  class CallJob;
  class RunningJob;
  class ThreadHandle;
  class UarHandle;
  class OutboxHandle;
  class CqHandle;
  class TaskQueueHandle;
  bool message(uint32_t eu, uint64_t stream, uint64_t address,
               uint64_t size) override;
  bool messageRecords(uint64_t stream, uint64_t position, uint64_t address,
                      uint64_t size) override;
  bool loadRegister(ExecutionUnit &unit, uint64_t offset,
                    uint64_t &value) override;
  bool storeRegister(ExecutionUnit &unit, uint64_t offset,
                     uint64_t value) override;
  bool activate(uint32_t eu, uint64_t activationId);
  std::unique_ptr<EmulatedTaskQueue>
  makeTaskQueue(const TaskQueueSettings &settings,
                EmulatedTaskQueue::Threads &workers);
  static bool loadTaskRegister(ExecutionUnit &unit, uint64_t offset,
                               uint64_t &value);
  void takeTask(ExecutionUnit &unit);
  /// Tells the user. Takes no memory, as it is called from turns.
  [[gnu::format(printf, 2, 3)]] void warn(const char *format, ...) noexcept;
  [[gnu::format(printf, 2, 3)]] void note(const char *format, ...) noexcept;
  bool loadDoorbell(ExecutionUnit &unit, uint64_t offset,
                    uint64_t &value) noexcept override;
  bool storeDoorbell(ExecutionUnit &unit, uint64_t offset,
                     uint64_t value) noexcept override;
  bool refuse(ExecutionUnit &unit, const Refusal &why) noexcept;
  void tellRecovered(const ExecutionUnit &unit, uint64_t status) noexcept;
  void setThreadError(const ExecutionUnit &unit, uint32_t error);
  bool setOutbox(ExecutionUnit &unit, uint64_t outbox);
  std::string checkPlace(const std::string &what, uint64_t address,
                         uint64_t size, uint64_t alignment);
  std::string checkCq(const CqSettings &settings);
  bool storeCounterRegister(ExecutionUnit &unit, uint64_t offset,
                            uint64_t value);
  void changeNic(ChangeOf what, uint64_t number,
                 const std::function<void()> &action) noexcept;
  void fillContext(uint32_t slot, uint32_t eu);
  bool addJob(Job &job);
  void removeJob(Job &job);
  ExecutionUnit *unit(uint32_t eu);
  bool goesOn(const ExecutionUnit &unit, const dpa_mailbox &response);
  void end(uint8_t status, const Crash *crash);
  Arrival copyArrival(Arrival::Kind kind, uint64_t address, size_t size) const;
  void stopUnits();
  bool isOfParent() const;
  bool change(ChangeOf what, uint64_t arg0, uint64_t arg1,
              const std::function<void()> &action);
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override;

  ProcessContext context_;
  std::unique_ptr<ProcessMemory> memory_;
  ProcessObserver &observer_;
  std::unique_ptr<MemoryCheck> check_; ///< null: memory is not checked
  EuControl control_;
  OutboxPage doorbellPage_{*this};
  cpu::AddressSpace space_;
  WindowMemory windowMemory_;
  WindowTable windows_; ///< before the units, which use it

  mutable std::mutex lock_; ///< of what follows
  std::condition_variable jobsEnded_;
  std::vector<std::unique_ptr<ExecutionUnit>> units_; ///< made at first use
  std::vector<Job *> jobs_;                           ///< not over yet
  std::optional<Crash> crashState_;
  std::atomic<uint8_t> status_ = 0;
  std::atomic<bool> stopping_ = false;   ///< no EU may start any more
  std::atomic<bool> hasStopped_ = false; ///< stop()

  ThreadTable threads_;
  ProcessNic &nic_ = *context_.nic;
  SampledCounters counters_{context_.ports, *memory_};
  std::atomic<uint64_t> errorHandler_ = 0; ///< device address; 0: none
  std::atomic<unsigned> refusalsTold_ = 0;
  std::atomic<unsigned> recoveriesTold_ = 0;
};

} // namespace dpa

#endif
