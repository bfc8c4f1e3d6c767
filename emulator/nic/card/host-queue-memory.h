// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of rings and records of queues of the host program.
#ifndef DPA_EMULATOR_NIC_CARD_HOST_QUEUE_MEMORY_H
#define DPA_EMULATOR_NIC_CARD_HOST_QUEUE_MEMORY_H

#include "emulator/nic/card/network-card.h"

namespace dpa {

inline constexpr uint64_t hostRecordAlignment = 4;

/// The memory of a ring or record. Null with a message in `error`: it cannot be one.
QueueMemory placeOfHostQueue(NetworkCard &card, const char *what,
                             const QueuePlace &place, uint64_t size,
                             uint64_t alignment, std::string &error);

} // namespace dpa

#endif
