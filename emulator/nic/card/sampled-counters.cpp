// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks lists of counters and stores their values.
#include "emulator/nic/card/sampled-counters.h"

#include "emulator/host/shared-copy.h"
#include "runtime/abi/nic-counters.h"

#include <array>

namespace dpa {
namespace {

constexpr size_t wordSize = sizeof(uint32_t);

} // namespace

/// Null: unknown id.
const SpreadCounter *SampledCounters::find(uint32_t id) const {
  const uint32_t port = id & DPA_NIC_COUNTER_PORT_MASK;
  if (port >= ports_.size())
    return nullptr;
  switch (id - port) {
  case DPA_NIC_COUNTER_RX_BYTES:
    return &ports_[port]->receivedBytes;
  case DPA_NIC_COUNTER_TX_BYTES:
    return &ports_[port]->sentBytes;
  default:
    return nullptr;
  }
}

const char *SampledCounters::configure(uint64_t values, uint64_t ids,
                                       uint64_t count) {
  if (count > DPA_NIC_COUNTERS_MAX)
    return "too many counters";
  size_t size = count * wordSize;
  std::byte *target = memory_.hostData(values, size);
  const std::byte *source = memory_.hostData(ids, size);
  if (!target || !source || values % wordSize != 0 || ids % wordSize != 0)
    return "the arrays of values and ids are not global or heap memory";
  std::array<uint32_t, DPA_NIC_COUNTERS_MAX> wanted;
  copyFromShared(wanted.data(), source, size);
  std::vector<const SpreadCounter *> counters;
  for (size_t i = 0; i < count; ++i) {
    counters.push_back(find(wanted[i]));
    if (!counters.back())
      return ports_.size() == 1
                 ? "unknown counter id (the device has port 0 only)"
                 : "unknown counter id (the device has ports 0 and 1)";
  }
  std::lock_guard guard(lock_);
  counters_ = std::move(counters);
  values_ = target;
  return nullptr;
}

const char *SampledCounters::sample() {
  std::lock_guard guard(lock_);
  if (!values_)
    return "no counters are configured";
  std::array<uint32_t, DPA_NIC_COUNTERS_MAX> now;
  for (size_t i = 0; i < counters_.size(); ++i)
    now[i] = static_cast<uint32_t>(counters_[i]->value());
  memory_.noteWrite(values_, counters_.size() * wordSize);
  copyToShared(values_, now.data(), counters_.size() * wordSize);
  return nullptr;
}

} // namespace dpa
