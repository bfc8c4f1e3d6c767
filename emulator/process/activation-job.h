// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An activation as a job of the scheduler: begins on the execution unit (EU)
// that it gets, ends with the firmware's response. Whose activation it is, and
// what becomes of its end, is the business of the classes made of it. A crash
// and the end of the process are dealt with here.
#ifndef DPA_EMULATOR_PROCESS_ACTIVATION_JOB_H
#define DPA_EMULATOR_PROCESS_ACTIVATION_JOB_H

#include "emulator/schedule/job.h"
#include "emulator/unit/eu-statistics.h"
#include "runtime/abi/mailbox.h"

#include <exception>
#include <optional>

namespace dpa {

class EmulatedProcess;
class ExecutionUnit;

class ActivationJob : public Job {
public:
  TurnEnd turn(const Turn &turn) noexcept final;
  uint64_t retired() const final;

protected:
  ActivationJob(EmulatedProcess &owner, const Affinity &affinity)
      : Job(affinity), owner_(owner) {}

  /// What the firmware shall do; the thread context is filled in. Nothing: the
  /// activation is not to begin.
  virtual std::optional<dpa_request> makeRequest() noexcept = 0;

  /// The activation is over and the process goes on. DPA_OUTCOME_RETURNED and
  /// what is like it; not for a crash or the end of the process, nor if it did
  /// not begin.
  virtual void completed(dpa_outcome outcome, uint64_t value) noexcept = 0;

  /// Was it this activation that ended the process, or would have?
  bool hasEndedProcess() const { return hasEndedProcess_; }

  EmulatedProcess &owner_;
  std::exception_ptr failure_; ///< what making the EU has thrown

private:
  TurnEnd runTurn(const Turn &turn);
  bool begin() noexcept;
  void countActivation();
  void endProcess(uint8_t status);

  ExecutionUnit *unit_ = nullptr;
  uint64_t retiredBefore_ = 0; ///< on the EU
  ActivationMark mark_;
  bool hasEndedProcess_ = false;
};

/// A request for thread area `slot`, still without a function.
dpa_request requestFor(uint64_t entry, uint32_t slot);

} // namespace dpa

#endif
