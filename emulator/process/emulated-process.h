// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A DPA process as the host sees it: remote calls and copies, and the parts that
// do the rest.
#ifndef DPA_EMULATOR_PROCESS_EMULATED_PROCESS_H
#define DPA_EMULATOR_PROCESS_EMULATED_PROCESS_H

#include "emulator/process/eu-registers.h"
#include "emulator/process/process-card.h"
#include "emulator/process/process-core.h"
#include "emulator/process/process-task-queues.h"
#include "emulator/process/process-threads.h"

namespace dpa {

class EmulatedProcess : public Process {
public:
  EmulatedProcess(ProcessContext context, std::unique_ptr<ProcessMemory> memory,
                  ProcessObserver &observer)
      : core_(std::move(context), std::move(memory), observer, registers_) {}
  ~EmulatedProcess() override;

  ProcessCore &core() { return core_; }

  CallResult call(const CallRequest &request, uint64_t &value) override;
  bool read(uint64_t address, void *buffer, size_t size) override;
  bool write(uint64_t address, const void *buffer, size_t size) override;
  bool fill(uint64_t address, int value, size_t size) override;

  void stop() override { core_.stop(); }
  void setErrorHandler(uint64_t function) override;
  ProcessWindows &windows() override { return core_.windows(); }
  uint64_t callTimeoutMilliseconds() const override {
    return core_.context().callTimeoutMilliseconds;
  }
  AddressRange heap() const override { return core_.memory().heap(); }
  uint32_t id() const override { return core_.context().id; }
  uint8_t status() const override { return core_.status(); }
  std::optional<Crash> crash() const override { return core_.crash(); }

  std::unique_ptr<Thread> createThread(const ThreadSettings &settings,
                                       std::string &error) override {
    return threads_.create(settings, error);
  }
  std::unique_ptr<TaskQueue> createTaskQueue(const TaskQueueSettings &settings,
                                             std::string &error) override {
    return queues_.create(settings, error);
  }
  uint32_t uar() const override { return card_.uar(); }
  std::unique_ptr<Uar> createUar(std::string &error) override {
    return card_.createUar(error);
  }
  std::unique_ptr<Outbox> createOutbox(bool pcc, std::string &error) override {
    return card_.createOutbox(pcc, error);
  }
  std::unique_ptr<CompletionQueue> createCq(const CqSettings &settings,
                                            std::string &error) override {
    return card_.createCq(settings, error);
  }

private:
  Arrival copyArrival(Arrival::Kind kind, uint64_t address, size_t size) const;

  ProcessCore core_;
  ProcessThreads threads_{core_};
  ProcessTaskQueues queues_{core_};
  ProcessCard card_{core_};
  EuRegisters registers_{core_, threads_, queues_, card_};
};

} // namespace dpa

#endif
