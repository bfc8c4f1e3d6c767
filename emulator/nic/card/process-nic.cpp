// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of objects.
#include "emulator/nic/card/process-nic.h"

namespace dpa {

ProcessNic::ProcessNic(std::shared_ptr<NetworkCard> card)
    : card_(std::move(card)) {
  processUar_ = createUar();
  defaultOutbox_ = createOutbox(false);
}

void ProcessNic::closeQueues() {
  std::lock_guard guard(lock_);
  for (const auto &[number, cq] : cqs_)
    cq->close();
  for (const auto &[number, eq] : eqs_)
    eq->close();
  for (const auto &[number, queue] : sendQueues_) {
    card_->sendQueues().remove(number);
    queue->close();
  }
  for (const auto &[number, queue] : receiveQueues_) {
    queue->close();
    card_->remove(*queue);
  }
  for (const auto &[number, pair] : queuePairs_) {
    card_->queuePairs().remove(number);
    pair->close();
  }
  for (const auto &[number, queue] : sharedQueues_) {
    card_->sharedQueues().remove(number);
    queue->close();
  }
}

ProcessNic::~ProcessNic() {
  closeQueues();
  for (uint32_t uar : uars_)
    numbers().uars.giveBack(uar);
  for (const auto &[number, outbox] : outboxes_)
    numbers().outboxes.giveBack(static_cast<uint32_t>(number));
  for (const auto &[number, cq] : cqs_)
    giveBackCq(number);
  for (const auto &[number, eq] : eqs_)
    numbers().eventQueues.giveBack(number);
  for (const auto &[number, pair] : queuePairs_)
    numbers().workQueues.giveBack(number);
  for (const auto &[number, queue] : sharedQueues_)
    numbers().sharedQueues.giveBack(number);
  for (const auto &[number, queue] : sendQueues_)
    numbers().workQueues.giveBack(number);
  for (const auto &[number, queue] : receiveQueues_)
    numbers().workQueues.giveBack(number);
}

uint32_t ProcessNic::createUar() {
  uint32_t uar = numbers().uars.take().value_or(0);
  std::lock_guard guard(lock_);
  if (uar != 0)
    uars_.insert(uar);
  return uar;
}

void ProcessNic::destroyUar(uint32_t uar) {
  std::lock_guard guard(lock_);
  if (uars_.erase(uar) != 0)
    numbers().uars.giveBack(uar);
}

bool ProcessNic::hasUar(uint32_t uar) const {
  std::shared_lock guard(lock_);
  return uars_.contains(uar) || card_->hostUars().baseOf(uar);
}

uint16_t ProcessNic::createOutbox(bool pcc) {
  auto made = std::make_shared<EmulatedOutbox>();
  made->pcc = pcc;
  auto outbox = static_cast<uint16_t>(numbers().outboxes.take().value_or(0));
  std::lock_guard guard(lock_);
  if (outbox != 0)
    outboxes_[outbox] = std::move(made);
  return outbox;
}

void ProcessNic::destroyOutbox(uint16_t outbox) {
  std::lock_guard guard(lock_);
  if (outboxes_.erase(outbox) != 0)
    numbers().outboxes.giveBack(outbox);
}

bool ProcessNic::hasOutbox(uint64_t outbox) const {
  std::shared_lock guard(lock_);
  return outboxes_.contains(outbox);
}

std::shared_ptr<ProcessNic::EmulatedOutbox>
ProcessNic::findOutbox(uint64_t outbox) const {
  std::shared_lock guard(lock_);
  auto found = outboxes_.find(outbox);
  return found == outboxes_.end() ? nullptr : found->second;
}

std::shared_ptr<EmulatedCq>
ProcessNic::createCq(const CqSettings &settings, QueueMemory ring,
                     QueueMemory record, std::weak_ptr<EventTarget> target) {
  uint32_t number = numbers().completionQueues.take().value_or(0);
  if (number == 0)
    return nullptr;
  auto cq = std::make_shared<EmulatedCq>(number, settings, std::move(ring),
                                         std::move(record), std::move(target),
                                         &card_->background());
  card_->completionQueues().add(cq);
  std::lock_guard guard(lock_);
  cqs_[number] = cq;
  return cq;
}

void ProcessNic::destroyCq(EmulatedCq &cq) {
  cq.close();
  std::lock_guard guard(lock_);
  if (cqs_.erase(cq.number()) != 0)
    giveBackCq(cq.number());
}

void ProcessNic::giveBackCq(uint32_t number) {
  card_->completionQueues().remove(number);
  card_->hostEvents()->forget(number);
  numbers().completionQueues.giveBack(number);
}

std::shared_ptr<EmulatedEq>
ProcessNic::createEq(const EqSettings &settings, QueueMemory ring,
                     std::weak_ptr<EventTarget> target,
                     std::shared_ptr<QueueLog> log) {
  const uint32_t number = numbers().eventQueues.take().value_or(0);
  if (number == 0)
    return nullptr;
  auto eq = std::make_shared<EmulatedEq>(number, settings, std::move(ring),
                                         std::move(target), std::move(log));
  std::lock_guard guard(lock_);
  eqs_[number] = eq;
  return eq;
}

void ProcessNic::destroyEq(EmulatedEq &eq) {
  eq.close();
  std::lock_guard guard(lock_);
  if (eqs_.erase(eq.number()) != 0)
    numbers().eventQueues.giveBack(eq.number());
}

std::shared_ptr<EmulatedEq> ProcessNic::findEq(uint32_t number) const {
  std::shared_lock guard(lock_);
  auto found = eqs_.find(number);
  return found == eqs_.end() ? nullptr : found->second;
}

std::shared_ptr<EventTarget> ProcessNic::eventQueue(uint32_t number) const {
  if (number == card_->hostEventQueue())
    return card_->hostEvents();
  return findEq(number);
}

std::shared_ptr<EmulatedCq> ProcessNic::completionQueue(uint32_t number) const {
  std::shared_lock guard(lock_);
  auto found = cqs_.find(number);
  return found == cqs_.end() ? nullptr : found->second;
}

/// Gives a queue its number and its place at the completion queue. False: all
/// numbers are in use, or the completion queue is about to be destroyed.
bool ProcessNic::complete(WorkQueueParts &parts) {
  parts.number = numbers().workQueues.take().value_or(0);
  parts.keys = card_->keys();
  if (parts.number == 0)
    return false;
  if (parts.completions->users().add())
    return true;
  numbers().workQueues.giveBack(parts.number);
  return false;
}

std::shared_ptr<EmulatedSendQueue>
ProcessNic::createSendQueue(WorkQueueParts parts) {
  if (!complete(parts))
    return nullptr;
  auto queue = std::make_shared<EmulatedSendQueue>(std::move(parts), *card_,
                                                   card_->background());
  card_->sendQueues().add(queue);
  std::lock_guard guard(lock_);
  sendQueues_[queue->number()] = queue;
  return queue;
}

void ProcessNic::destroySendQueue(EmulatedSendQueue &queue) {
  card_->sendQueues().remove(queue.number());
  queue.close();
  std::lock_guard guard(lock_);
  if (sendQueues_.erase(queue.number()) == 0)
    return;
  queue.completions().users().remove();
  numbers().workQueues.giveBack(queue.number());
}

std::shared_ptr<EmulatedReceiveQueue>
ProcessNic::createReceiveQueue(WorkQueueParts parts) {
  if (!complete(parts))
    return nullptr;
  auto queue = std::make_shared<EmulatedReceiveQueue>(std::move(parts));
  card_->add(queue);
  std::lock_guard guard(lock_);
  receiveQueues_[queue->number()] = queue;
  return queue;
}

void ProcessNic::destroyReceiveQueue(EmulatedReceiveQueue &queue) {
  queue.close();
  card_->remove(queue);
  std::lock_guard guard(lock_);
  if (receiveQueues_.erase(queue.number()) == 0)
    return;
  queue.completions().users().remove();
  numbers().workQueues.giveBack(queue.number());
}

std::shared_ptr<EmulatedQueuePair>
ProcessNic::createQueuePair(QueuePairParts parts, std::string &error) {
  auto pair = card_->createQueuePair(std::move(parts), error);
  if (!pair)
    return nullptr;
  std::lock_guard guard(lock_);
  queuePairs_[pair->number()] = pair;
  return pair;
}

void ProcessNic::destroyQueuePair(EmulatedQueuePair &pair) {
  {
    std::lock_guard guard(lock_);
    queuePairs_.erase(pair.number());
  }
  card_->destroyQueuePair(pair);
}

std::shared_ptr<EmulatedSharedReceiveQueue>
ProcessNic::createSharedQueue(const SharedReceiveQueueParts &parts,
                              std::string &error) {
  auto queue = card_->createSharedQueue(parts, error);
  if (!queue)
    return nullptr;
  std::lock_guard guard(lock_);
  sharedQueues_[queue->number()] = queue;
  return queue;
}

void ProcessNic::destroySharedQueue(EmulatedSharedReceiveQueue &queue) {
  {
    std::lock_guard guard(lock_);
    sharedQueues_.erase(queue.number());
  }
  card_->destroySharedQueue(queue);
}

std::vector<std::string> ProcessNic::describeQueues() const {
  std::shared_lock guard(lock_);
  std::vector<std::string> lines;
  auto add = [&](const char *kind, const auto &queues) {
    std::vector<uint32_t> numbers;
    numbers.reserve(queues.size());
    for (const auto &[number, queue] : queues)
      numbers.push_back(static_cast<uint32_t>(number));
    std::ranges::sort(numbers);
    std::string line = kind;
    for (const uint32_t number : numbers)
      line += " " + std::to_string(number);
    if (!numbers.empty())
      lines.push_back(std::move(line));
  };
  add("outboxes:", outboxes_);
  add("completion queues:", cqs_);
  add("event queues:", eqs_);
  add("send queues:", sendQueues_);
  add("receive queues:", receiveQueues_);
  add("shared receive queues:", sharedQueues_);
  add("queue pairs:", queuePairs_);
  return lines;
}

} // namespace dpa
