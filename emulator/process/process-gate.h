// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where calls of the host enter a process: the one place that admits them to the
// order of turns. Objects that the host holds pass their changes through it.
// Thread safe.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_GATE_H
#define DPA_EMULATOR_PROCESS_PROCESS_GATE_H

#include "emulator/process/process-context.h"

namespace dpa {

class ProcessGate : public Admission {
public:
  /// `check`: null if memory is not checked. Both outlive the gate.
  ProcessGate(const ProcessContext &context, MemoryCheck *check)
      : context_(context), check_(check) {}

  /// An access to the memory of the process.
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override;

  /// A change that the host makes. After close() nothing runs, so that there is
  /// no order to keep.
  void change(ChangeOf what, uint64_t arg0, uint64_t arg1,
              const std::function<void()> &action);

  /// The same for destructors.
  void destroy(ChangeOf what, uint64_t number,
               const std::function<void()> &action) noexcept;

  /// Runs `action`, which stops everything in the process, the first time.
  void close(const std::function<void()> &action);

private:
  const ProcessContext &context_;
  MemoryCheck *const check_;
  std::atomic<bool> isClosed_ = false;
};

} // namespace dpa

#endif
