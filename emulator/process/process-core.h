// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The core of a process: its memory, its address space, its execution units and
// the jobs that use them, its status. Whatever the device code does ends as a
// status and a Crash, never as a fault of the host program; so does host memory
// that runs out meanwhile. Thread safe.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_CORE_H
#define DPA_EMULATOR_PROCESS_PROCESS_CORE_H

#include "emulator/check/heap-check.h"
#include "emulator/memory/window-table.h"
#include "emulator/process/activation-host.h"
#include "emulator/process/process-context.h"
#include "emulator/process/thread-table.h"

namespace dpa {

class ProcessCore final : public ActivationHost, private SampleSink {
public:
  /// The references outlive it.
  ProcessCore(ProcessContext context, std::unique_ptr<ProcessMemory> memory,
              ProcessObserver &observer, ProcessRegisters &registers);

  ThreadTable &threads() { return threads_; }
  const ThreadTable &threads() const { return threads_; }
  WindowTable &windows() { return windows_; }
  cpu::AddressSpace &space() { return space_; }
  DebugControl &debug() { return debug_; }
  MemoryCheck *check() { return check_.get(); }       ///< null: not checked
  HeapCheck *heapCheck() { return heapCheck_.get(); } ///< likewise
  /// Observes the accesses of the network card; null: not checked.
  CardObserver *cardObserver();
  uint8_t status() const { return status_; }
  std::optional<Crash> crash() const;

  /// A job of a caller that waits for it. False: no job may begin any more.
  bool addJob(Job &job);
  void removeJob(Job &job);
  /// After this no job begins, and those that run end soon.
  void stopUnits();
  /// After stopUnits(): waits for the threads, and for the jobs.
  void waitForThreads();
  void waitForJobs();

  /// Device address; 0: none.
  uint64_t errorHandler() const { return errorHandler_; }
  void setErrorHandler(uint64_t function) { errorHandler_ = function; }
  /// The error that device code finds in the context of its thread.
  void setThreadError(const ExecutionUnit &unit, uint32_t error);
  /// Of units without an activation.
  std::vector<UnitUse> unitUse() const;
  /// A fault was passed to the error handler.
  void reportRecovered(const ExecutionUnit &unit, uint64_t status) noexcept;
  /// Reports that request `what` of a running unit was rejected.
  void reportRefused(const ExecutionUnit &unit, const char *what,
                     const char *why) noexcept;

  /// visit(unit) for each that there is. Nothing of the process runs.
  template <typename Visit> void forEachUnit(Visit visit) const {
    std::lock_guard guard(lock_);
    for (const auto &unit : units_)
      if (unit)
        visit(static_cast<const ExecutionUnit &>(*unit));
  }

  ExecutionUnit *unit(uint32_t eu) override;
  void fillContext(uint32_t slot, uint32_t eu) override;
  void begin(ExecutionUnit &unit, const dpa_request &request) override;
  bool finish(const ExecutionUnit &unit, const dpa_mailbox &response) override;
  void end(uint8_t status, const Crash *crash) override;
  void reportLongHandler(const char *label) noexcept override;
  const ProcessContext &context() const override { return context_; }
  ProcessMemory &memory() const override { return *memory_; }
  ProcessMessages &messages() override { return messages_; }

private:
  std::unique_ptr<ExecutionUnit> makeUnit(uint32_t eu);
  void sampled(const ExecutionUnit &unit, uint64_t instructions,
               uint64_t cycles) noexcept override;
  cpu::EngineOptions engineOptions();
  void beginHeapCheck(ExecutionUnit &unit, const dpa_request &request);
  void reportMisaligned(const cpu::MisalignedAccess &access) noexcept;

  const ProcessContext context_;
  const std::unique_ptr<ProcessMemory> memory_;
  ProcessObserver &observer_;
  ProcessRegisters &registers_;
  ProcessMessages messages_{*memory_, observer_};
  const std::unique_ptr<MemoryCheck> check_;   ///< null: memory is not checked
  const std::unique_ptr<HeapCheck> heapCheck_; ///< likewise
  EuControl control_;
  EuUserControl userControl_;
  WindowMemory windowMemory_;
  cpu::AddressSpace space_;
  DebugControl debug_;  ///< likewise
  WindowTable windows_; ///< before the units, which use it

  mutable std::mutex lock_; ///< of what follows
  std::condition_variable jobsEnded_;
  std::vector<std::unique_ptr<ExecutionUnit>> units_; ///< made at first use
  std::vector<Job *> jobs_;                           ///< not over yet
  std::optional<Crash> crash_;
  std::atomic<uint8_t> status_ = 0;
  std::atomic<bool> isStopping_ = false; ///< no activation begins any more

  ThreadTable threads_{context_.threadStatistics};
  std::atomic<uint64_t> errorHandler_ = 0;
  std::atomic<unsigned> recoveries_ = 0;
  std::atomic<unsigned> misaligned_ = 0; ///< places
  std::atomic<bool> hasReportedLongHandler_ = false;
};

} // namespace dpa

#endif
