// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The event handlers of a process, as the host and device code see them.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_THREADS_H
#define DPA_EMULATOR_PROCESS_PROCESS_THREADS_H

#include "emulator/process/process-core.h"

namespace dpa {

class ProcessThreads {
public:
  explicit ProcessThreads(ProcessCore &core) : core_(core) {}

  /// False, with a message in `error`: no execution unit allows it.
  bool isPossible(const Affinity &affinity, std::string &error) const;
  /// Null on failure, with a message in `error`.
  std::shared_ptr<EmulatedThread> create(const ThreadSettings &settings,
                                         std::string &error);
  /// An event for a thread, from device code on `eu`. False: the process has no
  /// such thread.
  bool activate(uint32_t eu, uint64_t activationId);

private:
  ProcessCore &core_;
};

} // namespace dpa

#endif
