// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way of a frame through the card.
#include "emulator/nic/card/network-card.h"

#include "base/bytes.h"
#include "base/fast-thread-local.h"
#include "base/log-line.h"
#include "emulator/nic/port/capture-burst.h"
#include "emulator/nic/queue/held-events.h"

#include <algorithm>

namespace dpa {
namespace {

/// Frames that the calling thread sends to links inside of each other: a loopback
/// link returns a frame in the same call, and a rule may forward it to another one.
DPA_FAST_THREAD_LOCAL unsigned sendingDepth = 0;
constexpr unsigned sendingDepthMax = 16;

} // namespace

NetworkCard::~NetworkCard() {
  pairs_.removeAll([](EmulatedQueuePair &pair) { pair.close(); });
}

bool NetworkCard::openPort(const PortSettings &settings, const PortPlace &place,
                           std::string &error) {
  PortUser &user = *this;
  auto port = std::make_unique<CardPort>(portCount() + 1, user, pairs_);
  if (!port->open(settings, background_, place, error))
    return false;
  ports_.push_back(std::move(port));
  steering_.setPortCount(portCount());
  return true;
}

void NetworkCard::setVports(std::vector<Vports::Vport> vports) {
  std::vector<uint32_t> numbers;
  numbers.reserve(vports.size());
  for (const Vports::Vport &each : vports)
    numbers.push_back(each.number);
  vports_.set(numbers);
  std::vector<MacNumber> own;
  own.reserve(ports_.size());
  for (const auto &each : ports_)
    own.push_back(macNumberOf(each->addresses().mac));
  Vports all;
  all.set(std::move(own), std::move(vports));
  steering_.setVports(std::move(all));
}

bool NetworkCard::beginCaptures(std::string &error) {
  return std::ranges::all_of(
      ports_, [&](const auto &port) { return port->beginCapture(error); });
}

bool NetworkCard::start(std::string &error) {
  std::lock_guard guard(startLock_);
  for (; started_ < ports_.size(); ++started_)
    if (!ports_[started_]->start(error))
      return false;
  return true;
}

bool NetworkCard::isStarted() {
  const std::lock_guard guard(startLock_);
  return started_ != 0;
}

bool NetworkCard::pollPorts(bool mayWait) noexcept {
  bool hasWorked = false;
  for (const auto &port : ports_)
    hasWorked |= port->poll(mayWait && ports_.size() == 1);
  return hasWorked;
}

std::vector<std::shared_ptr<const PortCounters>> NetworkCard::counters() const {
  std::vector<std::shared_ptr<const PortCounters>> all;
  all.reserve(ports_.size());
  for (const auto &port : ports_)
    all.push_back(port->counters());
  return all;
}

void NetworkCard::add(std::shared_ptr<EmulatedReceiveQueue> queue) {
  std::lock_guard guard(lock_);
  queues_[queue->number()] = std::move(queue);
  version_.change();
}

void NetworkCard::remove(const EmulatedReceiveQueue &queue) {
  std::lock_guard guard(lock_);
  if (queues_.erase(queue.number()) != 0)
    formerDrops_ += queue.dropped();
  version_.change();
}

uint64_t NetworkCard::receiveDrops() const {
  std::shared_lock guard(lock_);
  uint64_t drops = formerDrops_;
  for (const auto &[number, queue] : queues_)
    drops += queue->dropped();
  return drops;
}

/// Null: it was destroyed.
std::shared_ptr<EmulatedReceiveQueue> NetworkCard::find(uint32_t number) const {
  std::shared_lock guard(lock_);
  auto found = queues_.find(number);
  return found == queues_.end() ? nullptr : found->second;
}

/// Send queues have no port of their own: rules of FDB choose another than the
/// first.
void NetworkCard::transmit(uint32_t queue, Frame frame) noexcept {
  transmit({.queue = queue, .port = 1}, frame);
}

/// With the beginning of the frame, which has its headers.
void NetworkCard::trace(trace::Packet what, uint32_t port,
                        Frame frame) const noexcept {
  const Frame headers = frame.first(std::min(frame.size(), trace::pieceSize));
  trace::add({.kind = trace::Kind::Packet,
              .detail = static_cast<uint8_t>(what),
              .track = {trace::Track::Kind::Port, traceDevice_, port},
              .values = {frame.size()}},
             {reinterpret_cast<const char *>(headers.data()), headers.size()});
}

void NetworkCard::transmit(const PacketOrigin &origin, Frame frame) noexcept {
  if (trace::isOn())
    trace(trace::Packet::Sent, origin.port, frame);
  if (transmitByKeptRoute(origin, frame))
    return;
  const FrameHeaders headers = parseFrame(frame);
  const bool isOwn = port(origin.port).roce().isFor(headers);
  for (const Destination &each :
       steering_.transmit(headers, origin.queue, isOwn, origin.port))
    deliver(each, origin.port, frame, headers);
}

/// Most frames leave by a route that depends on their MAC addresses, so that their other headers are
/// not needed. False: nothing was done.
bool NetworkCard::transmitByKeptRoute(const PacketOrigin &origin,
                                      Frame frame) noexcept {
  if (frame.size() < frameSizeMin || mayBeRoce(frame))
    return false;
  const Destination *known =
      steering_.keptTransmit(macsOf(frame), origin.queue, origin.port);
  if (!known || known->kind != Destination::Kind::Uplink)
    return false;
  leave(known->number, frame, false);
  return true;
}

/// Rules of FDB let the frame circle between loopback ports.
void NetworkCard::dropCircling(const CardPort &through) noexcept {
  if (circled_.fetch_add(1, std::memory_order_relaxed) == 0)
    printLine("dpa-emulator", "warning",
              "%s: dropped a frame that rules have sent to loopback ports %u "
              "times; others will be counted, not reported",
              through.name().c_str(), sendingDepthMax);
}

/// Through a port. As the embedded switch of a card does, packets for the port itself
/// do not pass its link; a loopback port returns them, which captures and impairs
/// them, too.
void NetworkCard::leave(uint32_t number, Frame frame, bool isForPort) noexcept {
  CardPort &through = port(number);
  if (sendingDepth == sendingDepthMax) {
    dropCircling(through);
    return;
  }
  ++sendingDepth;
  if (isForPort && !through.isLoopback())
    receive(number, frame);
  else
    through.send(frame);
  --sendingDepth;
}

/// Whether a packet reaches a queue pair of this device, and no rule or capture
/// needs its frame. Datagrams are received with their IP header.
bool NetworkCard::isDirect(const CardPort &port, const RocePath &path,
                           const RocePacket &packet) const {
  return !port.mayNeedOwnFrames() && packet.transport != RoceTransport::Ud &&
         port.addresses().has(path.destinationGid) && !steering_.hasMatchers();
}

bool NetworkCard::isDirect(const PacketOrigin &origin,
                           const RocePath &path) const noexcept {
  return isDirect(port(origin.port), path, RocePacket());
}

/// Packets without frames: of a burst, each one.
void NetworkCard::tracePackets(uint32_t port,
                               const RocePacket &packet) const noexcept {
  constexpr uint32_t numberMask = 0xffffff; // a sequence number has 24 bits
  const PacketBurst *burst = packet.burst;
  const uint32_t count = burst ? burst->packets : 1;
  const uint64_t size =
      burst ? burst->bytes / burst->packets : packet.payload.size();
  for (uint32_t i = 0; i < count; ++i)
    trace::add({.kind = trace::Kind::RocePacket,
                .detail = static_cast<uint8_t>(packet.operation),
                .track = {trace::Track::Kind::Port, traceDevice_, port},
                .values = {size, packet.destinationQp,
                           (packet.psn + i) & numberMask}});
}

void NetworkCard::transmit(const PacketOrigin &origin, const RocePath &path,
                           const RocePacket &packet,
                           RoceFrame &frame) noexcept {
  CardPort &through = port(origin.port);
  if (isDirect(through, path, packet)) {
    if (trace::isOn())
      tracePackets(origin.port, packet);
    through.roce().deliver({.path = path, .packet = packet, .ipHeader = {}});
    return;
  }
  if (packet.burst) // single packets follow
    return;
  const Frame bytes = frame.finish(path, packet);
  if (!bytes.empty())
    transmit(origin, bytes);
}

void NetworkCard::completionQueueFailed(uint32_t number) noexcept {
  pairs_.forEach([&](EmulatedQueuePair &pair) {
    if (pair.parts().sendCompletions->number() == number ||
        pair.parts().receiveCompletions->number() == number)
      pair.completionQueueFailed();
  });
}

void NetworkCard::receive(uint32_t number, Frame frame) noexcept {
  if (trace::isOn())
    trace(trace::Packet::Received, number, frame);
  const FrameHeaders headers = parseFrame(frame);
  const bool isOwn = port(number).roce().isFor(headers);
  for (const Destination &each : steering_.receive(headers, isOwn, number))
    deliver(each, number, frame, headers);
}

/// Frames of another function of the card.
void NetworkCard::sendFrom(uint32_t vport, Frame frame) noexcept {
  const FrameHeaders headers = parseFrame(frame);
  const bool isOwn = port(1).roce().isFor(headers);
  for (const Destination &each :
       steering_.receiveFromVport(headers, isOwn, vport))
    deliver(each, 1, frame, headers);
}

/// `port`: through which the frame has come or its sender sends.
void NetworkCard::deliver(const Destination &destination, uint32_t number,
                          Frame frame, const FrameHeaders &headers) noexcept {
  if (destination.kind == Destination::Kind::Uplink)
    leave(destination.number, frame,
          port(destination.number).roce().isFor(headers));
  else if (destination.kind == Destination::Kind::Transport)
    port(number).roce().deliver(frame);
  else if (destination.kind == Destination::Kind::Vport)
    vports_.deliver(destination.number, frame);
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
bool NetworkCard::isReadyFor(uint32_t number, Frame frame) const noexcept {
  if (frame.size() >= frameSizeMin && !mayBeRoce(frame)) {
    const Destination *known =
        steering_.keptReceive(macsOf(frame), false, number);
    if (known && known->kind == Destination::Kind::ReceiveQueue) {
      const auto queue = find(known->number);
      return !queue || queue->isReady();
    }
  }
  const FrameHeaders headers = parseFrame(frame);
  const RoceReceiver &roce = port(number).roce();
  return isReadyFor(
      steering_.wouldReceive(headers, roce.isFor(headers), number), roce, frame,
      headers);
}

bool NetworkCard::isReadyFor(const Route &route, const RoceReceiver &roce,
                             Frame frame, const FrameHeaders &headers) const {
  if (route.isDropped())
    return steering_.hasReceiveRules() && hasReadyQueue();
  return std::ranges::all_of(route, [&](const Destination &destination) {
    if (destination.kind == Destination::Kind::Transport)
      return roce.isReadyFor(headers);
    if (destination.kind == Destination::Kind::Uplink)
      return true;
    if (destination.kind == Destination::Kind::Vport)
      return vports_.isReadyFor(destination.number, frame);
    auto queue = find(destination.number);
    return !queue || queue->isReady();
  });
}

/// Most frames have a route that the thread has kept, to a receive queue. Routes a frame twice
/// only if steering counts it. If the rules have changed in between, the frame may have another
/// route, whose queues may not be ready: then its source asks again.
bool NetworkCard::receiveIfReady(uint32_t number, Frame frame) noexcept {
  const FrameHeaders headers = parseFrame(frame);
  const RoceReceiver &roce = port(number).roce();
  const bool isOwn = roce.isFor(headers);
  const Destination *known =
      frame.size() < frameSizeMin
          ? nullptr
          : steering_.keptReceive(macsOf(frame), isOwn, number);
  if (known && known->kind == Destination::Kind::ReceiveQueue && !trace::isOn())
    return deliverIfReady(known->number, frame, headers);
  const uint64_t changes = steering_.changes();
  Route route = steering_.wouldReceive(headers, isOwn, number);
  if (route.size() == 1 && !route.isCounted() && !trace::isOn() &&
      route.begin()->kind == Destination::Kind::ReceiveQueue) {
    return deliverIfReady(route.begin()->number, frame, headers);
  }
  if (!isReadyFor(route, roce, frame, headers))
    return false;
  if (route.isCounted()) {
    const auto counted =
        steering_.receiveUnchanged(headers, isOwn, number, changes);
    if (!counted)
      return false;
    route = *counted;
  }
  if (trace::isOn())
    trace(trace::Packet::Received, number, frame);
  for (const Destination &each : route)
    deliver(each, number, frame, headers);
  return true;
}

/// The number of the only receive queue that receives the frame, from 1 on.
uint64_t NetworkCard::orderOf(uint32_t number, Frame frame) const noexcept {
  if (frame.size() >= frameSizeMin && !mayBeRoce(frame)) {
    const Destination *known =
        steering_.keptReceive(macsOf(frame), false, number);
    if (known && known->kind == Destination::Kind::ReceiveQueue)
      return uint64_t(known->number) + 1;
  }
  const FrameHeaders headers = parseFrame(frame);
  const Route route = steering_.wouldReceive(
      headers, port(number).roce().isFor(headers), number);
  return route.size() == 1 &&
                 route.begin()->kind == Destination::Kind::ReceiveQueue
             ? uint64_t(route.begin()->number) + 1
             : 0;
}

/// For a receive queue that was destroyed, there is nothing to wait for.
bool NetworkCard::deliverIfReady(uint32_t number, Frame frame,
                                 const FrameHeaders &headers) noexcept {
  LastQueue &last = LastQueue::ofThread();
  const uint64_t version = version_.get();
  if (EmulatedReceiveQueue *queue = last.find(version, number))
    return queue->deliverIfReady(frame, headers);
  const std::shared_ptr<EmulatedReceiveQueue> queue = find(number);
  if (!queue)
    return true;
  last.keep(version, queue);
  return queue->deliverIfReady(frame, headers);
}

void NetworkCard::beginSending() noexcept {
  CaptureBursts::ofThread().beginSending();
}

void NetworkCard::endSending() noexcept {
  CaptureBursts::ofThread().endSending();
}

void NetworkCard::beginBurst() noexcept {
  HeldEvents::ofThread().begin();
  LastQueue::ofThread().beginBurst();
}

void NetworkCard::endBurst() noexcept {
  LastQueue::ofThread().endBurst();
  HeldEvents::ofThread().end();
}

void NetworkCard::endBurstAndHelp(Background::Next next) noexcept {
  LastQueue::ofThread().endBurst();
  background_.holdJobs();
  HeldEvents::ofThread().end();
  background_.helpWithJobs(next);
}

} // namespace dpa
