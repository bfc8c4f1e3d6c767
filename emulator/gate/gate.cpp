// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Admission of what the host does.
#include "emulator/gate/gate.h"

namespace dpa {

void Gate::admitAccess(Arrival arrival, const std::function<void()> &action) {
  arrival.process = process_;
  scheduler_.admit(arrival, [&] {
    if (check_)
      check_->hostArrives();
    action();
    if (check_)
      check_->hostArrived();
  });
}

void Gate::admitChange(ChangeOf what, uint64_t arg0, uint64_t arg1,
                       const std::function<void()> &action) {
  if (isClosed_)
    return action();
  scheduler_.admit(changeOf(what, arg0, arg1), action);
}

void Gate::destroy(ChangeOf what, uint64_t number,
                   const std::function<void()> &action) noexcept {
  try {
    admitChange(what, number, 0, action);
  } catch (const std::bad_alloc &) {
    action(); // at a moment that no recording has
  }
}

void Gate::close(const std::function<void()> &action) {
  if (isClosing_.exchange(true))
    return;
  auto stop = [&] {
    action();
    isClosed_ = true;
  };
  try {
    scheduler_.admit({.kind = Arrival::Kind::Destroy, .process = process_},
                     stop);
  } catch (const std::bad_alloc &) {
    stop(); // at a moment that no recording has
  }
}

} // namespace dpa
