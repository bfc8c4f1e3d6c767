// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads for the host, and events from device code.
#include "emulator/process/process-threads.h"

namespace dpa {

bool ProcessThreads::isPossible(const Affinity &affinity,
                                std::string &error) const {
  if (core_.context().scheduler->isPossible(affinity))
    return true;
  error = affinity.kind == Affinity::Kind::Group ? "execution unit group "
                                                 : "execution unit ";
  error += std::to_string(affinity.id) + " does not exist";
  if (affinity.kind == Affinity::Kind::Strict)
    error += " (expected 0 to " +
             std::to_string(core_.context().scheduler->unitCount() - 1) + ")";
  return false;
}

std::shared_ptr<EmulatedThread>
ProcessThreads::create(const ThreadSettings &settings, std::string &error) {
  auto thread = core_.threads().create(core_, core_.context().id, settings);
  if (!thread)
    error = "no room for another thread (at most " +
            std::to_string(ThreadTable::count) + ")";
  return thread;
}

bool ProcessThreads::activate(uint32_t eu, uint64_t activationId) {
  std::shared_ptr<EmulatedThread> thread;
  if (activationId <= UINT32_MAX)
    thread = core_.threads().find(static_cast<uint32_t>(activationId));
  if (thread) {
    thread->event();
    return true;
  }
  core_.messages().warn(
      "execution unit %u: activation id %llu does not belong to an event "
      "handler of this process; nothing is activated",
      eu, static_cast<unsigned long long>(activationId));
  return false;
}

} // namespace dpa
