// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hands out execution units: the asked one, or the idle one with the lowest
// number, whose caches are the likeliest to be warm.
#include "emulator/eu-schedule.h"

namespace dpa {

bool EuSchedule::isPossible(const Affinity &affinity) const {
  switch (affinity.kind) {
  case Affinity::Kind::None:
    return true;
  case Affinity::Kind::Strict:
    return affinity.id < Busy.size();
  case Affinity::Kind::Group:
    return false; // a device without groups has none of this number
  }
  return false;
}

std::optional<uint32_t> EuSchedule::findIdle(const Affinity &affinity) const {
  if (affinity.kind == Affinity::Kind::Strict)
    return Busy[affinity.id] ? std::nullopt : std::optional(affinity.id);
  for (uint32_t eu = 0; eu < Busy.size(); ++eu)
    if (!Busy[eu])
      return eu;
  return std::nullopt;
}

std::optional<uint32_t>
EuSchedule::acquire(const Affinity &affinity,
                    const std::atomic<bool> &cancelled) {
  std::unique_lock guard(Lock);
  while (!cancelled) {
    if (std::optional<uint32_t> eu = findIdle(affinity)) {
      Busy[*eu] = true;
      return eu;
    }
    ++Waiting;
    Changed.wait(guard);
    --Waiting;
  }
  return std::nullopt;
}

void EuSchedule::release(uint32_t eu) {
  std::unique_lock guard(Lock);
  Busy[eu] = false;
  bool wake = Waiting != 0;
  guard.unlock();
  if (wake)
    Changed.notify_all();
}

void EuSchedule::wakeAll() {
  // Taking the lock makes sure that nobody is between its look and its wait.
  std::unique_lock guard(Lock);
  guard.unlock();
  Changed.notify_all();
}

} // namespace dpa
