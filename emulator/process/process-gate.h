// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where calls of the host enter a process: the one place that asks whether the
// process belongs to this program (or was inherited across fork()), and that
// admits the calls to the order of turns. Objects that the host holds pass
// their changes through it. Thread safe.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_GATE_H
#define DPA_EMULATOR_PROCESS_PROCESS_GATE_H

#include "emulator/process/process-context.h"

namespace dpa {

class ProcessGate : public Admission {
public:
  /// The one message for a refusal in a child.
  static constexpr const char *inheritedText =
      "process handle inherited across fork(); reopen the device in the child";

  /// `check`: null if memory is not checked. Both outlive the gate.
  ProcessGate(const ProcessContext &context, MemoryCheck *check)
      : context_(context), check_(check) {}

  /// This program is a child of the one that created the process: the threads
  /// that worked in it, and the holders of its locks, do not exist here.
  bool isInherited() const;

  /// An access to the memory of the process. In a child it is not ordered: the
  /// child's copy of the memory is used by no execution unit.
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override;

  /// A change that the host makes. False, and nothing done, in a child. Not
  /// ordered after close(), when nothing runs.
  bool change(ChangeOf what, uint64_t arg0, uint64_t arg1,
              const std::function<void()> &action);

  /// The same for destructors. In a child `object` (may be null) is kept for
  /// ever: destroying it would wait for threads of the parent.
  bool destroy(ChangeOf what, uint64_t number, std::shared_ptr<void> object,
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
