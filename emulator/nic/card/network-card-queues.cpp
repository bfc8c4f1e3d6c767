// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queue pairs and shared receive queues of a card.
#include "base/bytes.h"
#include "emulator/nic/card/network-card.h"

namespace dpa {

/// The queues that the settings name. False, with a message in `error`: one does not
/// exist.
bool NetworkCard::findQueues(QueuePairParts &parts, std::string &error) {
  const QueuePairSettings &settings = parts.settings;
  auto findCq = [&](uint32_t number) {
    auto cq = completionQueues_.find(number);
    if (!cq)
      error =
          "completion queue " + hex(number) + " does not belong to this device";
    return cq;
  };
  const uint32_t send = settings.sendCompletions;
  const uint32_t receive = settings.receiveCompletions;
  parts.sendCompletions = findCq(send != 0 ? send : receive);
  parts.receiveCompletions = findCq(receive != 0 ? receive : send);
  if (!parts.sendCompletions || !parts.receiveCompletions)
    return false;
  if (!keys_->hasDomain(settings.domain)) {
    error = "its protection domain does not belong to this device";
    return false;
  }
  if (settings.sharedReceiveQueue == 0)
    return true;
  parts.sharedQueue = sharedQueues_.find(settings.sharedReceiveQueue);
  if (!parts.sharedQueue)
    error = "shared receive queue " + hex(settings.sharedReceiveQueue) +
            " does not belong to this device";
  else if (parts.sharedQueue->domain() != settings.domain)
    error = "shared receive queue " + hex(settings.sharedReceiveQueue) +
            " has another protection domain, which is not supported yet";
  return error.empty();
}

bool NetworkCard::has(NicObject kind, uint32_t number) const {
  switch (kind) {
  case NicObject::ReceiveQueue:
    return find(number) != nullptr;
  case NicObject::SharedReceiveQueue:
    return sharedQueues_.find(number) != nullptr;
  case NicObject::CompletionQueue:
    return completionQueues_.find(number) != nullptr;
  case NicObject::RegisteredMemory:
    return registered_.has(number);
  }
  return false;
}

bool NetworkCard::isUarUsed(uint32_t uar) const {
  bool isUsed = false;
  const auto look = [&](const auto &queue) { isUsed |= queue.uar() == uar; };
  completionQueues_.forEach(look);
  sendQueues_.forEach(look);
  pairs_.forEach(look);
  return isUsed;
}

/// 0: all are in use. Packets to number 1 would be management datagrams.
uint32_t NetworkCard::takeQueuePairNumber() {
  const uint32_t number = numbers_.workQueues.take().value_or(0);
  if (number != 1)
    return number;
  const uint32_t next = numbers_.workQueues.take().value_or(0);
  numbers_.workQueues.giveBack(number);
  return next;
}

/// The queue pair uses its queues from now on. False: one of them is being
/// destroyed.
bool NetworkCard::attach(const QueuePairParts &parts) {
  if (!parts.sendCompletions->users().add())
    return false;
  if (parts.receiveCompletions->users().add()) {
    if (!parts.sharedQueue || parts.sharedQueue->users().add())
      return true;
    parts.receiveCompletions->users().remove();
  }
  parts.sendCompletions->users().remove();
  return false;
}

void NetworkCard::detach(const QueuePairParts &parts) {
  parts.sendCompletions->users().remove();
  parts.receiveCompletions->users().remove();
  if (parts.sharedQueue)
    parts.sharedQueue->users().remove();
}

std::shared_ptr<EmulatedQueuePair>
NetworkCard::createQueuePair(QueuePairParts parts, std::string &error) {
  error.clear();
  if (!findQueues(parts, error))
    return nullptr;
  parts.keys = keys_;
  for (const auto &port : ports_)
    parts.addresses.push_back(&port->addresses());
  parts.number = takeQueuePairNumber();
  if (parts.number == 0) {
    error = "all numbers of the device are in use";
    return nullptr;
  }
  if (!attach(parts)) {
    numbers_.workQueues.giveBack(parts.number);
    error = "one of its queues is being destroyed";
    return nullptr;
  }
  auto pair =
      std::make_shared<EmulatedQueuePair>(std::move(parts), *this, background_);
  pairs_.add(pair);
  return pair;
}

void NetworkCard::destroyQueuePair(EmulatedQueuePair &pair) {
  pairs_.remove(pair.number());
  pair.close();
  detach(pair.parts());
  numbers_.workQueues.giveBack(pair.number());
}

std::shared_ptr<EmulatedSharedReceiveQueue>
NetworkCard::createSharedQueue(SharedReceiveQueueParts parts,
                               std::string &error) {
  if (!keys_->hasDomain(parts.settings.domain)) {
    error = "its protection domain does not belong to this device";
    return nullptr;
  }
  parts.number = numbers_.sharedQueues.take().value_or(0);
  if (parts.number == 0) {
    error = "all numbers of the device are in use";
    return nullptr;
  }
  auto queue = std::make_shared<EmulatedSharedReceiveQueue>(parts);
  sharedQueues_.add(queue);
  return queue;
}

void NetworkCard::destroySharedQueue(EmulatedSharedReceiveQueue &queue) {
  sharedQueues_.remove(queue.number());
  queue.close();
  numbers_.sharedQueues.giveBack(queue.number());
}

} // namespace dpa
