// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An activation as a job of the scheduler: begins on the execution unit (EU)
// that it is given, ends with the firmware's response. Derived classes say what
// it runs and what follows from its end; a crash and the end of the process are
// handled here.
#ifndef DPA_EMULATOR_PROCESS_ACTIVATION_JOB_H
#define DPA_EMULATOR_PROCESS_ACTIVATION_JOB_H

#include "emulator/process/activation-host.h"
#include "emulator/schedule/job.h"
#include "emulator/trace/trace.h"

#include <exception>
#include <optional>

namespace dpa {

class ActivationJob : public Job {
public:
  TurnEnd turn(const Turn &turn) noexcept final;
  uint64_t retired() const final;
  bool shortenTurn() noexcept final { return unit_ && unit_->shortenTurn(); }
  void endExtension() noexcept final;

protected:
  ActivationJob(ActivationHost &host, const Affinity &affinity)
      : Job(affinity), host_(host) {}

  /// What the firmware is to run; fills the thread context. Nothing: the
  /// activation must not begin.
  virtual std::optional<dpa_request> makeRequest() noexcept = 0;

  /// Whether the watchdog counts the time from now on; `nanoseconds`: what the
  /// activation has had.
  virtual bool isTimed(uint64_t /*nanoseconds*/) noexcept { return true; }

  /// The activation is over and the process continues. Not called for a crash
  /// or the end of the process, nor if the activation did not begin.
  virtual void completed(dpa_outcome outcome, uint64_t value) noexcept = 0;

  /// For the timeline: the name of what it runs, and what has caused it.
  virtual uint32_t traceName() const noexcept { return 0; }
  void setCause(const trace::Cause &cause) { cause_ = cause; }
  const trace::Cause &cause() const { return cause_; }
  /// An activation that was recorded is over.
  virtual void traceEnd() noexcept {}

  /// Whether this activation has ended the process, or would have.
  bool hasEndedProcess() const { return hasEndedProcess_; }

  ActivationHost &host_;
  std::exception_ptr failure_; ///< exception of making the EU

private:
  TurnEnd runTurn(const Turn &turn);
  TurnEnd tracedTurn(const Turn &turn);
  void traceBegin();
  void traceTurn(ActivationState state);
  void traceOutcome(uint8_t outcome);
  Turn withCountedTime(Turn turn);
  bool begin() noexcept;
  void countTurn();
  void countActivation();
  void endProcess(uint8_t status);

  ExecutionUnit *unit_ = nullptr;
  uint64_t retiredBefore_ = 0; ///< on the EU
  uint64_t freeTime_ = 0;      ///< nanoseconds that the watchdog does not count
  ActivationMark mark_;
  /// The EU's counters when those of the thread were last updated.
  uint64_t countedCycles_ = 0;
  uint64_t countedInstructions_ = 0;
  bool hasEndedProcess_ = false;
  trace::Cause cause_;
  uint64_t retiredBeforeTurn_ = 0;
  bool isTraced_ = false;  ///< its beginning was recorded
  bool isWaiting_ = false; ///< the same of a loop that waits for others
};

/// A request for thread area `slot`, still without a function.
dpa_request requestFor(uint64_t entry, uint32_t slot);

} // namespace dpa

#endif
