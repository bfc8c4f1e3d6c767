// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who has which execution unit (EU) of a device. All processes of the device
// share it: an EU that one of them holds is busy for the others. Only hands out
// numbers; what runs there is the holder's business.
#ifndef DPA_EMULATOR_EU_SCHEDULE_H
#define DPA_EMULATOR_EU_SCHEDULE_H

#include "emulator/device.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace dpa {

class EuSchedule {
public:
  explicit EuSchedule(uint32_t count) : Busy(count) {}

  uint32_t count() const { return static_cast<uint32_t>(Busy.size()); }

  /// Whether there is an EU that this affinity allows, busy or not.
  bool isPossible(const Affinity &affinity) const;

  /// Waits for an idle EU that a possible affinity allows, and takes it.
  /// Nothing if `cancelled` has become true; wakeAll() makes waiters look.
  std::optional<uint32_t> acquire(const Affinity &affinity,
                                  const std::atomic<bool> &cancelled);
  void release(uint32_t eu);
  void wakeAll();

private:
  std::optional<uint32_t> findIdle(const Affinity &affinity) const;

  std::mutex Lock;
  std::condition_variable Changed;
  std::vector<bool> Busy;
  uint32_t Waiting = 0;
};

} // namespace dpa

#endif
