// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of queues whose asynchronous events do not reach the program. The card reports errors in
// the log.
#ifndef DPA_EMULATOR_VERBS_DEVX_QUIET_OBSERVER_H
#define DPA_EMULATOR_VERBS_DEVX_QUIET_OBSERVER_H

#include "emulator/interface/host-nic.h"

namespace dpa::verbs::devx {

class QuietObserver : public NicObserver {
public:
  void completionEvent(uint32_t) noexcept override {}
  void completionQueueError(uint32_t) noexcept override {}
  void queuePairEvent(uint32_t, QueuePairEvent) noexcept override {}
  void lastEntryTaken(uint32_t) noexcept override {}
  void limitReached(uint32_t) noexcept override {}
};

} // namespace dpa::verbs::devx

#endif
