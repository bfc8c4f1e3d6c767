// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A DPA process as the host sees it: admits its calls to the parts that do the
// rest.
#ifndef DPA_EMULATOR_GATE_EMULATED_PROCESS_H
#define DPA_EMULATOR_GATE_EMULATED_PROCESS_H

#include "emulator/gate/gate.h"
#include "emulator/process/debugger-access.h"
#include "emulator/process/eu-registers.h"
#include "emulator/process/process-card.h"
#include "emulator/process/process-core.h"
#include "emulator/process/process-task-queues.h"
#include "emulator/process/process-threads.h"

namespace dpa {

class EmulatedProcess : public Process, private ProcessWindows {
public:
  EmulatedProcess(ProcessContext context, std::unique_ptr<ProcessMemory> memory,
                  ProcessObserver &observer)
      : core_(std::move(context), std::move(memory), observer, registers_) {}
  ~EmulatedProcess() override;

  ProcessCore &core() { return core_; }

  CallResult call(const CallRequest &request, uint64_t &value) override;
  bool read(uint64_t address, void *buffer, size_t size) override;
  bool write(uint64_t address, const void *buffer, size_t size) override;
  bool readGuard(uint64_t address, uint64_t &word) override;
  bool writeGuard(uint64_t address, uint64_t word) override;
  HeapChecker *heapChecker() override { return core_.heapCheck(); }
  bool fill(uint64_t address, int value, size_t size) override;

  void stop() override;
  DebuggerAccess &debuggerAccess() { return debuggerAccess_; }
  uint64_t debugToken() override { return debuggerAccess_.token(); }
  void setErrorHandler(uint64_t function) override;
  ProcessWindows &windows() override { return *this; }
  uint64_t callTimeoutMilliseconds() const override {
    return core_.context().callTimeoutMilliseconds;
  }
  AddressRange heap() const override { return core_.memory().heap(); }
  uint32_t id() const override { return core_.context().id; }
  uint8_t status() const override { return core_.status(); }
  std::optional<Crash> crash() const override { return core_.crash(); }
  std::optional<ProcessState> endedState(std::string &error) override;
  std::vector<UnitUse> unitUse() const override;

  std::unique_ptr<Thread> createThread(const ThreadSettings &settings,
                                       std::string &error) override;
  std::unique_ptr<TaskQueue> createTaskQueue(const TaskQueueSettings &settings,
                                             std::string &error) override;
  uint32_t uar() const override { return core_.context().nic->uar(); }
  std::unique_ptr<Uar> createUar(std::string &error) override;
  std::unique_ptr<ExtendedUar> extendUar(const std::shared_ptr<Device> &other,
                                         std::string &error) override;
  uint32_t extensionTo(const Device &other) const override;
  std::unique_ptr<Outbox> createOutbox(bool pcc, std::string &error) override;
  std::unique_ptr<CompletionQueue> createCq(const CqSettings &settings,
                                            std::string &error) override;
  std::unique_ptr<EventQueue> createEventQueue(const EqSettings &settings,
                                               std::string &error) override;
  std::unique_ptr<SendQueue> createSendQueue(const WorkQueueSettings &settings,
                                             std::string &error) override;
  std::unique_ptr<ReceiveQueue>
  createReceiveQueue(const WorkQueueSettings &settings,
                     std::string &error) override;
  std::unique_ptr<QueuePair> createQueuePair(const QueuePairSettings &settings,
                                             std::string &error) override;
  std::unique_ptr<SharedReceiveQueue>
  createSharedReceiveQueue(const SharedReceiveQueueSettings &settings,
                           std::string &error) override;

private:
  uint32_t createWindow(const void *domain) override;
  bool destroyWindow(uint32_t window) override;
  uint32_t createKey(const DeviceRegion &region) override;
  bool destroyKey(uint32_t key) override;
  bool setRecoverable(uint64_t address, uint64_t size, uint32_t key) override {
    return core_.windows().setRecoverable(address, size, key);
  }
  Recovery recover(uint64_t address) override;

  ProcessCore core_;
  ProcessThreads threads_{core_};
  ProcessTaskQueues queues_{core_};
  ProcessCard card_{core_};
  EuRegisters registers_{core_, threads_, queues_, card_};
  DebuggerAccess debuggerAccess_{core_};
  Gate gate_{*core_.context().scheduler, id(), core_.check()};
};

} // namespace dpa

#endif
