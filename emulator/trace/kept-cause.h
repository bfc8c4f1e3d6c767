// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cause of what background work does later. Thread safe.
#ifndef DPA_EMULATOR_TRACE_KEPT_CAUSE_H
#define DPA_EMULATOR_TRACE_KEPT_CAUSE_H

#include "emulator/trace/trace.h"

#include <mutex>

namespace dpa::trace {

class KeptCause {
public:
  /// The present cause, while a trace is on.
  void keep() noexcept {
    if (!isOn())
      return;
    const std::lock_guard guard(lock_);
    cause_ = presentCause();
  }
  /// Unknown if none was kept.
  Cause kept() const noexcept {
    if (!isOn())
      return {};
    const std::lock_guard guard(lock_);
    return cause_;
  }

private:
  mutable std::mutex lock_; ///< of what follows
  Cause cause_;
};

} // namespace dpa::trace

#endif
