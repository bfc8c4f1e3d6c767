// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of counters of the device's ports that a process samples: which ones,
// and where in its memory their values go.
// Thread safe.
#ifndef DPA_EMULATOR_NIC_CARD_SAMPLED_COUNTERS_H
#define DPA_EMULATOR_NIC_CARD_SAMPLED_COUNTERS_H

#include "emulator/memory/process-memory.h"
#include "emulator/nic/port/counters.h"

#include <memory>
#include <mutex>
#include <vector>

namespace dpa {

class SampledCounters {
public:
  /// `ports`: number 1 first.
  SampledCounters(std::vector<std::shared_ptr<const PortCounters>> ports,
                  ProcessMemory &memory)
      : ports_(std::move(ports)), memory_(memory) {}

  /// Sets the list; both arrays have `count` words of 32 bits, in data or heap.
  /// Null, or why it was rejected, which leaves the list unchanged.
  const char *configure(uint64_t values, uint64_t ids, uint64_t count);

  /// Stores the low 32 bits of the counters. Null, or why it was rejected.
  const char *sample();

private:
  const SpreadCounter *find(uint32_t id) const;

  const std::vector<std::shared_ptr<const PortCounters>> ports_;
  ProcessMemory &memory_;

  std::mutex lock_; ///< of what follows
  std::vector<const SpreadCounter *> counters_;
  std::byte *values_ = nullptr; ///< null: not configured
};

} // namespace dpa

#endif
