// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One execution unit (EU) in one process: a hart that runs the firmware, its
// mailbox, and its control registers. Runs one activation at a time, turn by
// turn, on the thread that calls turn(), within limits, and returns how it
// ended. Does not know the status of the process.
#ifndef DPA_EMULATOR_UNIT_EXECUTION_UNIT_H
#define DPA_EMULATOR_UNIT_EXECUTION_UNIT_H

#include "emulator/check/memory-check.h"
#include "emulator/cpu/hart.h"
#include "emulator/cpu/poll.h"
#include "emulator/schedule/job.h"
#include "emulator/unit/activation-guard.h"
#include "emulator/unit/debug-control.h"
#include "emulator/unit/eu-windows.h"
#include "emulator/unit/sampler.h"
#include "emulator/unit/spin-watch.h"
#include "runtime/abi/mailbox.h"
#include "runtime/abi/task-queue.h"

#include <atomic>
#include <memory>
#include <optional>

namespace dpa {

/// Where an EU's messages go.
class MessageSink {
public:
  virtual ~MessageSink() = default;
  /// False: the message is refused (no such memory, or too long).
  virtual bool message(uint32_t eu, uint64_t stream, uint64_t address,
                       uint64_t size) = 0;
  /// Records of a message ring, the first of them at `position`.
  virtual bool messageRecords(uint64_t stream, uint64_t position,
                              uint64_t address, uint64_t size) = 0;
};

class ExecutionUnit;

/// Addresses for the next request for counters of ports.
struct CounterRequest {
  uint64_t values = 0;
  uint64_t ids = 0;
};

/// A request of the C library's heap (runtime/abi/syscalls.h), and its result.
struct HeapRequest {
  uint64_t address = 0;
  uint64_t size = 0;
  uint64_t base = 0;
  uint64_t result = 0;
};

/// Control registers that the process implements. False: no such register.
class ProcessRegisters {
public:
  virtual ~ProcessRegisters() = default;
  virtual bool loadRegister(ExecutionUnit &unit, uint64_t offset,
                            uint64_t &value) = 0;
  virtual bool storeRegister(ExecutionUnit &unit, uint64_t offset,
                             uint64_t value) = 0;
};

/// State of an activation after a turn; all but the first three end it.
enum class ActivationState : uint8_t {
  Runs,
  Paused,       ///< by a debugger, until its job is woken
  Spins,        ///< runs, but only waits for others (spin-watch.h)
  Completed,    ///< the mailbox holds the firmware's response
  Stopped,      ///< requestStop()
  FirmwareFault ///< the firmware trapped, stopped or did not answer
};

/// What the EUs of a process share; the references outlive the EUs.
struct UnitEnvironment {
  cpu::AddressSpace &space;
  cpu::Clock &clock;
  MessageSink &sink;
  ProcessRegisters &registers;
  cpu::Isa isa;
  uint64_t firmwareEntry = 0;   ///< where a hart starts
  MemoryCheck *check = nullptr; ///< null: memory is not checked
  WindowTable *windows = nullptr;
  DebugControl *debug = nullptr; ///< null: cannot be debugged
  SampleSink *samples = nullptr; ///< of the sampler, if there is one
  Sampler::Settings sampling;    ///< frequency 0: the unit is not sampled
};

class ExecutionUnit {
public:
  ExecutionUnit(const UnitEnvironment &environment, uint32_t number,
                dpa_mailbox &mailbox);

  /// Begins an activation. Not after one has ended other than Completed.
  /// `errorHandler`: of the process, 0: it has none.
  void begin(const dpa_request &request, const ActivationLimits &limits,
             uint64_t errorHandler);
  ActivationState turn(const Turn &turn);
  /// Called during turn(), on its thread: the rest of the extension is not run.
  void endExtension();
  /// The job of the present activation, for a debugger that wakes it.
  void setJob(Job *job) { job_ = job; }
  Job *job() const { return job_; }

  /// Makes turn() return Stopped, the present one or the next. Any thread.
  void requestStop();

  /// Makes the present turn end after `shortenedTurn` more instructions. Called during
  /// stores to device registers only. False: a debugger decides how long the turn is.
  bool shortenTurn();
  static constexpr uint64_t shortenedTurn = 1000;

  /// Takes the response after Completed; after FirmwareFault makes one of the
  /// hart's state.
  dpa_mailbox takeResponse();

  uint32_t number() const { return number_; }
  /// Instructions retired so far, of all activations; not during a turn.
  uint64_t retired() const { return hart_.retired(); }
  /// What it has used, as its sampler counts; not during a turn.
  Sampler::Use sampledUse() const {
    return sampler_ ? sampler_->total(hart_.retired()) : Sampler::Use();
  }
  /// The cycle counter as the EU sees it.
  uint64_t cycles() { return clock_.cycles(hart_); }

  /// Result of the last request to the process, as the firmware reads it.
  bool wasRefused() const { return refused_; }
  void setRefused(bool refused) { refused_ = refused; }

  CounterRequest &counterRequest() { return counters_; }
  HeapRequest &heapRequest() { return heapRequest_; }

  cpu::Hart &hart() { return hart_; }
  /// Has an activation, from begin() to the end of its last turn. Any thread.
  bool isActive() const { return activeThread() != noThread; }
  /// The thread of the activation, or noThread. Any thread.
  uint32_t activeThread() const {
    return activeThread_.load(std::memory_order_acquire);
  }
  /// The function that the activation runs.
  uint64_t function() const { return mailbox_.request.function; }

  EuWindows &windows() { return windows_; }
  const EuWindows &windows() const { return windows_; }
  /// The thread of the activation, and the outbox that it has at the moment.
  uint32_t thread() const { return mailbox_.request.thread_id; }
  /// Why the watchdog has ended the activation, if there is more to say.
  std::string reachedLimit() const { return guard_.reachedLimit(); }
  /// The request of the last activation, and whether that has not ended. Not
  /// during a turn.
  const dpa_request &request() const { return mailbox_.request; }
  bool hasRequest() const { return mailbox_.state != DPA_MAILBOX_IDLE; }
  const cpu::Hart &hart() const { return hart_; }
  /// Of the last fault that the firmware has reported.
  const dpa_crash_record &crashRecord() const { return mailbox_.crash; }
  uint32_t outbox() const { return outbox_; }
  void setOutbox(uint32_t outbox) { outbox_ = outbox; }

  /// The task that the worker on this EU has taken.
  std::optional<dpa_task> &task() { return task_; }

  /// Control registers, by offset (runtime/abi/eu-control.h).
  bool loadRegister(uint64_t offset, uint64_t &value);
  bool storeRegister(uint64_t offset, uint64_t value);

private:
  static constexpr uint32_t noThread = UINT32_MAX;

  ActivationState anyTurn(const Turn &turn);
  void sampleIfDue();
  ActivationState debuggedTurn(const Turn &turn);
  ActivationState restOfTurn(uint64_t begin, uint64_t end, const Turn &turn);
  ActivationState debuggedPeek(const Turn &turn);
  ActivationState runFor(uint64_t instructions, const Turn &turn,
                         cpu::Stop &stop);
  void beginTurn(const Turn &turn);
  ActivationState ended(ActivationState state);
  bool isDebugged() const { return debug_ && debug_->isAttached(); }
  bool spins();
  cpu::Polls polls();
  ActivationState peek(const Turn &turn);
  void loseReservation();
  bool extendsTurn(uint64_t &end);
  /// The end of a turn that began at `begin` and would end at `end`.
  uint64_t endOf(const Turn &turn, uint64_t begin, uint64_t end);
  bool isWithinLimits(cpu::Stop stop, uint64_t nanoseconds);
  dpa_crash_record hartState() const;

  uint32_t number_;
  dpa_mailbox &mailbox_;
  MessageSink &sink_;
  ProcessRegisters &registers_;
  cpu::Clock &clock_;
  MemoryCheck *check_;
  DebugControl *const debug_;
  Job *job_ = nullptr;
  std::atomic<uint32_t> activeThread_ = noThread;
  cpu::Hart hart_;
  EuWindows windows_;
  std::atomic<bool> stopRequested_ = false;
  bool isShortened_ = false; ///< the present turn, by its last instruction
  bool completed_ = false;   ///< the firmware wrote DPA_EU_REG_COMPLETE
  ActivationGuard guard_;
  SpinWatch watch_;
  bool endsExtension_ = false; ///< endOf() has to shorten the turn
  unsigned extra_ = 0;         ///< instructions by which turns may be longer
  cpu::Poll poll_;
  uint64_t messageStream_ = 0;
  uint64_t messageAddress_ = 0;
  uint64_t messageLength_ = 0;
  uint64_t messagePosition_ = 0;
  bool messageRefused_ = false;
  bool refused_ = false;
  CounterRequest counters_;
  HeapRequest heapRequest_;
  uint32_t outbox_ = 0;

  std::optional<dpa_task> task_;
  SampleSink *const samples_;
  std::unique_ptr<Sampler> sampler_; ///< null: the unit is not sampled
};

/// The control registers as a device of the address space: each access goes to
/// the EU whose hart made it (Hart::owner).
class EuControl : public cpu::MmioDevice {
public:
  bool load(cpu::Hart &hart, uint64_t offset, unsigned bytes,
            uint64_t &value) override;
  bool store(cpu::Hart &hart, uint64_t offset, unsigned bytes,
             uint64_t value) override;
};

/// The registers of EuControl that user mode may access.
class EuUserControl : public cpu::MmioDevice {
public:
  bool load(cpu::Hart &hart, uint64_t offset, unsigned bytes,
            uint64_t &value) override;
  bool store(cpu::Hart &hart, uint64_t offset, unsigned bytes,
             uint64_t value) override;

private:
  EuControl all_;
};

/// The window addresses, likewise: behind them is what the EU's entities hold.
class WindowMemory : public cpu::DynamicMemory {
public:
  bool translate(cpu::Hart &hart, const cpu::Access &access,
                 cpu::Extent &extent) override;
};

} // namespace dpa

#endif
