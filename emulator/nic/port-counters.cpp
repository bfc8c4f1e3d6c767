// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks lists of counters and stores their values.
#include "emulator/nic/port-counters.h"

#include "emulator/host/shared-copy.h"
#include "runtime/abi/nic-counters.h"

namespace dpa {
namespace {

constexpr size_t WordSize = sizeof(uint32_t);

} // namespace

/// Null: there is none of this id.
const std::atomic<uint64_t> *SampledCounters::find(uint32_t id) const {
  switch (id) {
  case DPA_NIC_COUNTER_RX_BYTES:
    return &Ports->receivedBytes;
  case DPA_NIC_COUNTER_TX_BYTES:
    return &Ports->sentBytes;
  default:
    return nullptr;
  }
}

const char *SampledCounters::configure(uint64_t values, uint64_t ids,
                                       uint64_t count) {
  if (count > DPA_NIC_COUNTERS_MAX)
    return "too many counters";
  size_t size = count * WordSize;
  std::byte *target = Memory.hostData(values, size);
  const std::byte *source = Memory.hostData(ids, size);
  if (!target || !source || values % WordSize != 0 || ids % WordSize != 0)
    return "the arrays of values and ids are not global or heap memory";
  std::array<uint32_t, DPA_NIC_COUNTERS_MAX> wanted;
  copyFromShared(wanted.data(), source, size);
  std::vector<const std::atomic<uint64_t> *> counters;
  for (size_t i = 0; i < count; ++i) {
    counters.push_back(find(wanted[i]));
    if (!counters.back())
      return "unknown id of a counter (this device has port 0)";
  }
  std::lock_guard guard(Lock);
  Counters = std::move(counters);
  Values = target;
  return nullptr;
}

const char *SampledCounters::sample() {
  std::lock_guard guard(Lock);
  if (!Values)
    return "no counters are configured";
  std::array<uint32_t, DPA_NIC_COUNTERS_MAX> now;
  for (size_t i = 0; i < Counters.size(); ++i)
    now[i] =
        static_cast<uint32_t>(Counters[i]->load(std::memory_order_relaxed));
  copyToShared(Values, now.data(), Counters.size() * WordSize);
  return nullptr;
}

} // namespace dpa
