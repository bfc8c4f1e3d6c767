// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Admission of what the host does to a process.
#include "emulator/process/process-gate.h"

namespace dpa {

void ProcessGate::admit(const Arrival &arrival,
                        const std::function<void()> &action) {
  context_.scheduler->admit(arrival, [&] {
    if (check_)
      check_->hostArrives();
    action();
    if (check_)
      check_->hostArrived();
  });
}

void ProcessGate::change(ChangeOf what, uint64_t arg0, uint64_t arg1,
                         const std::function<void()> &action) {
  if (isClosed_)
    return action();
  context_.scheduler->admit({.kind = Arrival::Kind::Change,
                             .process = context_.id,
                             .address = static_cast<uint64_t>(what),
                             .arg0 = arg0,
                             .arg1 = arg1},
                            action);
}

void ProcessGate::destroy(ChangeOf what, uint64_t number,
                          const std::function<void()> &action) noexcept {
  try {
    change(what, number, 0, action);
  } catch (const std::bad_alloc &) {
    action(); // at a moment that no recording has
  }
}

void ProcessGate::close(const std::function<void()> &action) {
  if (isClosed_.exchange(true))
    return;
  try {
    context_.scheduler->admit(
        {.kind = Arrival::Kind::Destroy, .process = context_.id}, action);
  } catch (const std::bad_alloc &) {
    action(); // at a moment that no recording has
  }
}

} // namespace dpa
