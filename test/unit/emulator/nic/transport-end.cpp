// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues, memory and the wire of TransportQueuePair in tests.
#include "transport-end.h"

#include <cstring>

namespace dpa::test {
namespace {

using namespace queuePairAttribute;

Gid gidOf(uint8_t address) {
  return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, address};
}

bool isInside(const std::vector<std::byte> &memory, uint64_t address,
              uint64_t length) {
  return address <= memory.size() && length <= memory.size() - address;
}

} // namespace

End::End(RoceTransport type, uint32_t number, uint8_t address,
         size_t memorySize)
    : memory(memorySize), pair(type, number, 4096, *this) {
  path.sourceMac = {2, 0, 0, 0, 0, address};
  path.sourceGid = gidOf(address);
}

Result<void> End::change(QueuePairAttributes attributes, QueuePairState to) {
  attributes.state = to;
  return pair.modify(attributes,
                     requiredAttributes(pair.type(), pair.state(), to), 2);
}

void End::connect(const End &other, QueuePairAttributes attributes) {
  attributes.path = path;
  attributes.path.destinationMac = other.path.sourceMac;
  attributes.path.destinationGid = other.path.sourceGid;
  attributes.remoteQp = other.pair.number();
  for (const QueuePairState state :
       {QueuePairState::Init, QueuePairState::ReadyToReceive,
        QueuePairState::ReadyToSend})
    (void)change(attributes, state);
}

void End::post(WorkRequest request, std::vector<MemorySegment> segments) {
  requests.push_back({request, std::move(segments), {}});
}

void End::postReceive(uint64_t cookie, std::vector<MemorySegment> segments) {
  receives.push_back({cookie, std::move(segments)});
}

void End::input(const FrameBytes &frame, uint64_t now) {
  RoceFrameView view;
  if (parseRoce(frame, view) == RoceParse::Ok &&
      view.packet.destinationQp == pair.number())
    pair.receive(view, now);
}

void End::send(const RocePacket &packet, const RocePath *to) {
  const auto frame =
      frame_.finish(to != nullptr ? *to : pair.attributes().path, packet);
  output({frame.begin(), frame.end()});
}

bool End::nextRequest(WorkRequest &request) {
  if (requests.empty())
    return false;
  taken_ = std::move(requests.front());
  requests.pop_front();
  request = taken_.request;
  request.segments = taken_.segments;
  if (pair.type() == RoceTransport::Ud)
    request.path = &taken_.path;
  return true;
}

TransportStatus End::performLocal(const WorkRequest &) {
  ++localOperations;
  return TransportStatus::Ok;
}

bool End::takeReceive(ReceiveBuffer &buffer) {
  const bool isRefused =
      isFlaky && ++takes_ % 3 == 0 && pair.state() != QueuePairState::Error;
  if (receives.empty() || isRefused)
    return false;
  takenReceive_ = std::move(receives.front());
  receives.pop_front();
  buffer = {takenReceive_.cookie, takenReceive_.segments};
  return true;
}

bool End::read(const MemorySegment &segment, uint32_t offset,
               std::span<std::byte> out) {
  const uint64_t address = segment.address + offset;
  if (segment.key != localKey || !isInside(memory, address, out.size()))
    return false;
  std::memcpy(out.data(), &memory[address], out.size());
  return true;
}

bool End::write(const MemorySegment &segment, uint32_t offset,
                std::span<const std::byte> bytes) {
  const uint64_t address = segment.address + offset;
  if (segment.key != localKey || !isInside(memory, address, bytes.size()))
    return false;
  std::memcpy(&memory[address], bytes.data(), bytes.size());
  return true;
}

RemoteResult End::check(const RemoteRange &range, RemoteRight right) {
  const bool isReadable = (range.key == remoteKey && !isKeyRemoved) ||
                          range.key == readOnlyKey || range.key == brokenKey;
  if (!isReadable || !isInside(memory, range.address, range.length) ||
      (range.key == readOnlyKey && right != RemoteRight::Read))
    return RemoteResult::Denied;
  return RemoteResult::Ok;
}

RemoteResult End::readRemote(uint32_t key, uint64_t address,
                             std::span<std::byte> out) {
  const RemoteResult result =
      check({address, key, out.size()}, RemoteRight::Read);
  if (result != RemoteResult::Ok)
    return result;
  if (key == brokenKey)
    return RemoteResult::Failed;
  std::memcpy(out.data(), &memory[address], out.size());
  return RemoteResult::Ok;
}

RemoteResult End::writeRemote(uint32_t key, uint64_t address,
                              std::span<const std::byte> bytes) {
  const RemoteResult result =
      check({address, key, bytes.size()}, RemoteRight::Write);
  if (result != RemoteResult::Ok)
    return result;
  if (key == brokenKey)
    return RemoteResult::Failed;
  std::memcpy(&memory[address], bytes.data(), bytes.size());
  return RemoteResult::Ok;
}

RemoteResult End::atomic(const AtomicOperation &operation, uint64_t &original) {
  const RemoteResult result =
      check({operation.address, operation.key, 8}, RemoteRight::Atomic);
  if (result != RemoteResult::Ok)
    return result;
  if (operation.key == brokenKey)
    return RemoteResult::Failed;
  std::memcpy(&original, &memory[operation.address], 8);
  uint64_t value = original + operation.swapOrAdd;
  if (operation.isCompareSwap)
    value = original == operation.compare ? operation.swapOrAdd : original;
  std::memcpy(&memory[operation.address], &value, 8);
  return RemoteResult::Ok;
}

bool End::invalidate(uint32_t key) {
  const bool isKnown = key == windowKey && hasWindow;
  if (isKnown)
    hasWindow = false;
  return isKnown;
}

Wire::Wire(End &one, End &other, uint64_t seed, Impairment impairment)
    : one_(one), other_(other), random_(seed), impairment_(impairment) {
  one.output = [this](FrameBytes frame) { carry(other_, std::move(frame)); };
  other.output = [this](FrameBytes frame) { carry(one_, std::move(frame)); };
}

void Wire::carry(End &to, FrameBytes frame) {
  if (filter && !filter(frame))
    return;
  if (random_.below(100) < impairment_.loss)
    return;
  if (random_.below(100) < impairment_.doubling)
    put(to, frame);
  put(to, std::move(frame));
}

/// Frames without a long delay stay in order.
void Wire::put(End &to, FrameBytes frame) {
  uint64_t moment = now_ + 1 + random_.below(impairment_.delay);
  if (random_.below(100) < impairment_.reordering) {
    moment += random_.below(impairment_.longDelay);
  } else {
    moment = std::max(moment, last_);
    last_ = moment;
  }
  flying_.emplace(moment, Flying{&to, std::move(frame)});
}

bool Wire::deliver() {
  if (flying_.empty() || flying_.begin()->first > now_)
    return false;
  const Flying next = std::move(flying_.begin()->second);
  flying_.erase(flying_.begin());
  next.to->input(next.frame, now_);
  return true;
}

bool Wire::run(size_t steps) {
  for (size_t i = 0; i < steps; ++i) {
    const bool delivered = deliver();
    bool worked = false;
    for (End *end : {&one_, &other_}) {
      const bool isReady = end->pair.isReady(now_);
      if (end->pair.step(now_, 1 + random_.below(4)) != isReady)
        return false; // isReady() has to agree with step()
      worked = worked || isReady;
    }
    if (delivered || worked)
      continue;
    uint64_t next = std::min(one_.pair.due(), other_.pair.due());
    if (!flying_.empty())
      next = std::min(next, flying_.begin()->first);
    if (next == UINT64_MAX)
      return true;
    now_ = std::max(now_, next);
  }
  return false;
}

} // namespace dpa::test
