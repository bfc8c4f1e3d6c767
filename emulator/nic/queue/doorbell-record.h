// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A doorbell record: two big-endian words that software writes and the card reads.
#ifndef DPA_EMULATOR_NIC_QUEUE_DOORBELL_RECORD_H
#define DPA_EMULATOR_NIC_QUEUE_DOORBELL_RECORD_H

#include "emulator/nic/data/queue-memory.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dpa {

constexpr uint64_t doorbellRecordSize = 8;

/// `word`: DPA_DBR_*. Nothing: the memory is not mapped any more.
inline std::optional<uint32_t> readDoorbellRecord(const QueueMemory &record,
                                                  unsigned word) {
  uint32_t value = 0;
  if (!record.acquire(word * sizeof value,
                      std::as_writable_bytes(std::span(&value, 1))))
    return std::nullopt;
  if constexpr (std::endian::native == std::endian::little)
    return __builtin_bswap32(value);
  return value;
}

} // namespace dpa

#endif
