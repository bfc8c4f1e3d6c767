// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ownership across fork(), and admission.
#include "emulator/process/process-gate.h"

#include "emulator/cpu/fork-count.h"
#include "emulator/host/fork-ownership.h"

namespace dpa {

bool ProcessGate::isInherited() const {
  return cpu::forkCount() != context_.forks;
}

void ProcessGate::admit(const Arrival &arrival,
                        const std::function<void()> &action) {
  if (isInherited())
    return action();
  context_.scheduler->admit(arrival, [&] {
    if (check_)
      check_->hostArrives();
    action();
    if (check_)
      check_->hostArrived();
  });
}

bool ProcessGate::change(ChangeOf what, uint64_t arg0, uint64_t arg1,
                         const std::function<void()> &action) {
  if (isInherited())
    return false;
  if (isClosed_) {
    action();
    return true;
  }
  context_.scheduler->admit({.kind = Arrival::Kind::Change,
                             .process = context_.id,
                             .address = static_cast<uint64_t>(what),
                             .arg0 = arg0,
                             .arg1 = arg1},
                            action);
  return true;
}

bool ProcessGate::destroy(ChangeOf what, uint64_t number,
                          std::shared_ptr<void> object,
                          const std::function<void()> &action) noexcept {
  if (isInherited()) {
    if (object)
      keepInherited(std::move(object));
    return false;
  }
  try {
    change(what, number, 0, action);
  } catch (const std::bad_alloc &) {
    action(); // at a moment that no recording has
  }
  return true;
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
