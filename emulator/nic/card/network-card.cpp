// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way of a frame through the card.
#include "emulator/nic/card/network-card.h"

#include "base/bytes.h"
#include "emulator/nic/port/port-addresses.h"
#include "emulator/nic/queue/held-events.h"

namespace dpa {

NetworkCard::~NetworkCard() {
  roce_.pairs().removeAll([](EmulatedQueuePair &pair) { pair.close(); });
}

bool NetworkCard::openPort(const PortSettings &settings,
                           const std::string &name, bool isReproducible,
                           PortInputs *inputs, std::string &error) {
  port_ = makePort(settings,
                   {.receiver = *this,
                    .background = background_,
                    .name = name,
                    .isReproducible = isReproducible,
                    .inputs = inputs},
                   error);
  if (!port_)
    return false;
  hasOrderedLink_ = inputs && (settings.kind == PortKind::Tap ||
                               settings.kind == PortKind::Interface);
  isLoopback_ = settings.kind == PortKind::Loopback;
  mayNeedOwnFrames_ = isLoopback_ && (!settings.captureFile.empty() ||
                                      settings.impairments.any());
  roce_.setAddresses(addressesOf(settings, name, port_->mtu()));
  return true;
}

bool NetworkCard::start(std::string &error) {
  std::lock_guard guard(startLock_);
  isStarted_ = isStarted_ || port_->start(error);
  return isStarted_;
}

void NetworkCard::add(std::shared_ptr<EmulatedReceiveQueue> queue) {
  std::lock_guard guard(lock_);
  queues_[queue->number()] = std::move(queue);
}

void NetworkCard::remove(const EmulatedReceiveQueue &queue) {
  std::lock_guard guard(lock_);
  queues_.erase(queue.number());
}

/// Null: it was destroyed.
std::shared_ptr<EmulatedReceiveQueue> NetworkCard::find(uint32_t number) const {
  std::shared_lock guard(lock_);
  auto found = queues_.find(number);
  return found == queues_.end() ? nullptr : found->second;
}

/// As the embedded switch of a card does, packets for the device itself do not
/// leave it; a loopback port returns them, which captures and impairs them, too.
void NetworkCard::transmit(uint32_t queue, Frame frame) noexcept {
  const FrameHeaders headers = parseFrame(frame);
  const bool isOwn = roce_.isFor(headers);
  for (const Destination &each : steering_.transmit(headers, queue, isOwn))
    if (each.kind != Destination::Kind::Uplink)
      deliver(each, frame, headers);
    else if (isOwn && !isLoopback_)
      receive(frame);
    else
      port_->send(frame);
}

/// Whether a packet reaches a queue pair of this device, and no rule or capture
/// needs its frame. Datagrams are received with their IP header.
bool NetworkCard::isDirect(const RocePath &path,
                           const RocePacket &packet) const {
  return !mayNeedOwnFrames_ && packet.transport != RoceTransport::Ud &&
         roce_.addresses().has(path.destinationGid) && !steering_.hasMatchers();
}

void NetworkCard::transmit(uint32_t queuePair, const RocePath &path,
                           const RocePacket &packet,
                           RoceFrame &frame) noexcept {
  if (isDirect(path, packet)) {
    roce_.deliver({.path = path, .packet = packet, .ipHeader = {}});
    return;
  }
  const Frame bytes = frame.finish(path, packet);
  if (!bytes.empty())
    transmit(queuePair, bytes);
}

void NetworkCard::receive(Frame frame) noexcept {
  const FrameHeaders headers = parseFrame(frame);
  for (const Destination &each :
       steering_.receive(headers, roce_.isFor(headers)))
    deliver(each, frame, headers);
}

/// To a queue.
void NetworkCard::deliver(const Destination &destination, Frame frame,
                          const FrameHeaders &headers) {
  if (destination.kind == Destination::Kind::Transport)
    roce_.deliver(frame);
  else if (auto queue = find(destination.number))
    queue->deliver(frame, headers);
}

bool NetworkCard::hasReadyQueue() const {
  std::shared_lock guard(lock_);
  return std::ranges::any_of(
      queues_, [](const auto &each) { return each.second->isReady(); });
}

/// A frame that no rule directs to a queue is dropped, but not before the program
/// has rules and a queue that can receive: its rule may not be there yet.
bool NetworkCard::isReadyFor(Frame frame) const noexcept {
  const FrameHeaders headers = parseFrame(frame);
  return isReadyFor(steering_.wouldReceive(headers, roce_.isFor(headers)),
                    headers);
}

bool NetworkCard::isReadyFor(const Route &route,
                             const FrameHeaders &headers) const {
  if (route.isDropped())
    return steering_.hasReceiveRules() && hasReadyQueue();
  return std::ranges::all_of(route, [&](const Destination &destination) {
    if (destination.kind == Destination::Kind::Transport)
      return roce_.isReadyFor(headers);
    auto queue = find(destination.number);
    return !queue || queue->isReady();
  });
}

/// Routes a frame twice only if steering counts it.
bool NetworkCard::receiveIfReady(Frame frame) noexcept {
  const FrameHeaders headers = parseFrame(frame);
  const bool isOwn = roce_.isFor(headers);
  Route route = steering_.wouldReceive(headers, isOwn);
  if (!isReadyFor(route, headers))
    return false;
  if (route.isCounted())
    route = steering_.receive(headers, isOwn);
  for (const Destination &each : route)
    deliver(each, frame, headers);
  return true;
}

void NetworkCard::beginBurst() noexcept {
  HeldEvents::ofThread().begin();
}

void NetworkCard::endBurst() noexcept {
  HeldEvents::ofThread().end();
}

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
  parts.addresses = &roce_.addresses();
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
  roce_.pairs().add(pair);
  return pair;
}

void NetworkCard::destroyQueuePair(EmulatedQueuePair &pair) {
  roce_.pairs().remove(pair.number());
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
