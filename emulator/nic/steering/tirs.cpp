// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Receive queue tables (RQT) and the TIRs that spread frames over them. A change
// of both is atomic for frames.
#include "emulator/nic/steering/steering.h"

#include <mutex>

namespace dpa {
namespace {

SteeringResult invalidTir(std::string message) {
  return {.status = SteeringStatus::Invalid,
          .message = std::move(message),
          .id = 0};
}

SteeringResult checkQueues(std::span<const uint32_t> queues, size_t sizeMax) {
  if (!queues.empty() && queues.size() <= sizeMax)
    return {};
  return invalidTir("RQT of " + std::to_string(queues.size()) +
                    " queues (expected 1 to " + std::to_string(sizeMax) + ")");
}

} // namespace

SteeringResult Steering::createQueueTable(uint64_t owner, size_t sizeMax,
                                          std::span<const uint32_t> queues) {
  if (sizeMax > queueTableMax)
    return invalidTir("RQT of up to " + std::to_string(sizeMax) +
                      " queues (expected at most " +
                      std::to_string(queueTableMax) + ")");
  if (SteeringResult checked = checkQueues(queues, sizeMax);
      checked.status != SteeringStatus::Ok)
    return checked;
  std::lock_guard guard(lock_);
  auto made = std::make_unique<QueueTable>(owner, sizeMax);
  made->queues.assign(queues.begin(), queues.end());
  return add(std::move(made));
}

SteeringResult Steering::setQueues(SteeringId queueTable,
                                   std::span<const uint32_t> queues) {
  const Change change(*this);
  auto *found = find<QueueTable>(queueTable);
  if (!found)
    return invalidTir("RQT does not exist");
  if (SteeringResult checked = checkQueues(queues, found->sizeMax);
      checked.status != SteeringStatus::Ok)
    return checked;
  found->queues.assign(queues.begin(), queues.end());
  return {};
}

SteeringResult Steering::createTir(uint64_t owner, SteeringId queueTable,
                                   const ReceiveHash &hash) {
  std::lock_guard guard(lock_);
  auto *table = find<QueueTable>(queueTable);
  if (!table)
    return invalidTir("RQT does not exist");
  return add(std::make_unique<Tir>(owner, *table, hash));
}

SteeringResult Steering::setTir(SteeringId tir, SteeringId queueTable,
                                const ReceiveHash &hash) {
  const Change change(*this);
  auto *found = find<Tir>(tir);
  auto *table = find<QueueTable>(queueTable);
  if (!found || !table)
    return invalidTir(found ? "RQT does not exist" : "TIR does not exist");
  found->use(*table);
  found->hash = hash;
  return {};
}

} // namespace dpa
