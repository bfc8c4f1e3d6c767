// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a queue pair is made of.
#ifndef DPA_EMULATOR_NIC_ENGINE_QUEUE_PAIR_PARTS_H
#define DPA_EMULATOR_NIC_ENGINE_QUEUE_PAIR_PARTS_H

#include "emulator/nic/engine/shared-receive-queue.h"
#include "emulator/nic/engine/work-queue.h"
#include "emulator/nic/wire/roce-addresses.h"

namespace dpa {

struct QueuePairParts {
  uint32_t number = 0;
  QueuePairSettings settings;
  QueueMemory sendRing;    ///< null: it sends nothing
  QueueMemory receiveRing; ///< null: none, or a shared queue
  QueueMemory record;
  std::shared_ptr<EmulatedCq> sendCompletions;
  std::shared_ptr<EmulatedCq> receiveCompletions;
  std::shared_ptr<EmulatedSharedReceiveQueue> sharedQueue; ///< null: its own
  std::shared_ptr<MemoryKeys> keys;
  std::shared_ptr<QueueLog> log;
  NicObserver *observer = nullptr;  ///< outlives the use of the queue; or null
  CardObserver *accesses = nullptr; ///< the same, of accesses to the rings
  /// Of each port, number 1 first; they outlive the queue pair.
  std::vector<const RoceAddresses *> addresses;
};

} // namespace dpa

#endif
