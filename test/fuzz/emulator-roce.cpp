// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as a RoCEv2 frame, and any sequence of
// packets for queue pairs of each type, in any order with their own requests. The
// first byte selects which. A parsed frame is the same when it is built again.
#include "emulator/nic/transport/queue-pair.h"
#include "emulator/nic/wire/big-endian.h"
#include "emulator/nic/wire/icrc.h"

#include "choices.h"
#include "touch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace {

using namespace dpa;
using test::Choices;
using View = std::span<const std::byte>;

void require(bool condition) {
  if (!condition)
    std::abort();
}

void touchBytes(View bytes) {
  test::touch({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
}

/// What was read is built and read again.
void rebuild(const RoceFrameView &view) {
  static RoceFrame frame;
  RocePacket packet = view.packet;
  std::ranges::copy(packet.payload, frame.payload().begin());
  packet.payload = frame.payload().first(packet.payload.size());
  const View bytes = frame.finish(view.path, packet);
  RoceFrameView again;
  require(parseRoce(bytes, again) == RoceParse::Ok);
  require(again.packet.psn == packet.psn && again.packet.key == packet.key &&
          again.packet.address == packet.address &&
          again.packet.immediate == packet.immediate &&
          again.packet.operation == packet.operation &&
          std::ranges::equal(again.packet.payload, packet.payload));
}

void readFrame(View bytes) {
  RoceFrameView view;
  if (parseRoce(bytes, view) != RoceParse::Ok)
    return;
  touchBytes(view.packet.payload);
  touchBytes(grhOf(view.ipHeader));
  rebuild(view);
}

/// Puts IPv4 and UDP headers and a correct ICRC around a BTH and what follows.
void readTransport(View bytes) {
  constexpr size_t headers = 14 + 20 + 8;
  bytes = bytes.first(std::min<size_t>(bytes.size(), 5000));
  std::vector<std::byte> frame(headers + bytes.size() + 4);
  storeBig16(&frame[12], 0x0800);
  std::byte *ip = &frame[14];
  storeBig16(ip, 0x4500);
  storeBig16(ip + 2, static_cast<uint16_t>(frame.size() - 14));
  storeBig16(ip + 8, 0x4011);
  uint32_t sum = 0;
  for (size_t i = 0; i < 20; i += 2)
    sum += loadBig16(ip + i);
  storeBig16(ip + 10, static_cast<uint16_t>(~(sum % 0xffff)));
  storeBig16(ip + 22, roceUdpPort);
  storeBig16(ip + 24, static_cast<uint16_t>(frame.size() - 34));
  std::ranges::copy(bytes, frame.begin() + headers);
  const uint32_t icrc = icrcOf(View(frame).subspan(14, frame.size() - 14 - 4));
  std::memcpy(&frame[frame.size() - 4], &icrc, 4);
  RoceFrameView view;
  require(parseRoce(frame, view) != RoceParse::BadIcrc);
  readFrame(frame);
}

/// Memory of 8 KiB for everything; its own requests and receives are choices.
class Surroundings final : public TransportEnvironment {
public:
  explicit Surroundings(Choices &choices) : choices_(choices) {}

  size_t requests = 0;
  size_t receives = 0;
  size_t requestsTaken = 0;
  size_t requestsCompleted = 0;
  size_t receivesTaken = 0;
  size_t receivesCompleted = 0;

  std::span<std::byte> payloadBuffer() override { return frame_.payload(); }
  void send(const RocePacket &packet, const RocePath *) override {
    require(!frame_.finish({}, packet).empty());
  }
  bool hasRequest() const override { return requests > 0; }
  bool nextRequest(WorkRequest &request) override {
    if (requests == 0)
      return false;
    --requests;
    request.cookie = requestsTaken++;
    request.operation = static_cast<SendOperation>(choices_.next() % 6);
    const uint8_t flags = choices_.next();
    request.isFenced = (flags & 1) != 0;
    request.hasImmediate = (flags & 2) != 0;
    request.isInvalidating = (flags & 4) != 0;
    request.path = (flags & 8) != 0 ? &path_ : nullptr;
    segment_ = {choices_.next(), choices_.next() * 32u, 1, false};
    request.segments = {&segment_, 1};
    return true;
  }
  TransportStatus performLocal(const WorkRequest &) override {
    return choices_.next() == 1 ? TransportStatus::MemoryManagement
                                : TransportStatus::Ok;
  }
  void completeSend(const SendCompletion &completion) override {
    require(completion.cookie == requestsCompleted++);
  }
  bool hasReceive() const override { return receives > 0; }
  bool takeReceive(ReceiveBuffer &buffer) override {
    if (receives == 0)
      return false;
    --receives;
    buffer.cookie = receivesTaken++;
    receiveSegment_ = {choices_.next(), choices_.next() * 32u, 1, false};
    buffer.segments = {&receiveSegment_, 1};
    return true;
  }
  void completeReceive(const ReceiveCompletion &completion) override {
    require(completion.cookie == receivesCompleted++);
  }
  bool read(const MemorySegment &segment, uint32_t offset,
            std::span<std::byte> out) override {
    return copyOut(segment.address + offset, out);
  }
  bool write(const MemorySegment &segment, uint32_t offset,
             View bytes) override {
    return copyIn(segment.address + offset, bytes);
  }
  RemoteResult check(const RemoteRange &range, RemoteRight) override {
    return range.address <= sizeof memory_ &&
                   range.length <= sizeof memory_ - range.address
               ? RemoteResult::Ok
               : RemoteResult::Denied;
  }
  RemoteResult readRemote(uint32_t, uint64_t address,
                          std::span<std::byte> out) override {
    return copyOut(address, out) ? RemoteResult::Ok : RemoteResult::Denied;
  }
  RemoteResult writeRemote(uint32_t, uint64_t address, View bytes) override {
    return copyIn(address, bytes) ? RemoteResult::Ok : RemoteResult::Failed;
  }
  RemoteResult atomic(const AtomicOperation &operation,
                      uint64_t &original) override {
    require(operation.address % 8 == 0);
    original = operation.swapOrAdd;
    return choices_.next() == 1 ? RemoteResult::Failed : RemoteResult::Ok;
  }
  bool invalidate(uint32_t key) override { return key % 2 == 0; }
  void raise(QueuePairEvent) override {}

private:
  bool copyOut(uint64_t address, std::span<std::byte> out) {
    if (check({address, 0, out.size()}, {}) != RemoteResult::Ok)
      return false;
    std::copy_n(memory_ + address, out.size(), out.begin());
    return true;
  }
  bool copyIn(uint64_t address, View bytes) {
    if (check({address, 0, bytes.size()}, {}) != RemoteResult::Ok)
      return false;
    std::ranges::copy(bytes, memory_ + address);
    return true;
  }

  Choices &choices_;
  std::byte memory_[8192] = {};
  RoceFrame frame_;
  RocePath path_;
  MemorySegment segment_;
  MemorySegment receiveSegment_;
};

void connect(TransportQueuePair &pair, Choices &choices) {
  QueuePairAttributes attributes;
  attributes.access = choices.next();
  attributes.pathMtu = static_cast<uint16_t>(256u << choices.next() % 5);
  attributes.timeout = 1;
  attributes.retryCount = 2;
  attributes.rnrRetry = 2;
  attributes.maxReads = choices.next() % (maximumReads + 1);
  attributes.maxRemoteReads = choices.next() % (maximumReads + 1);
  for (const QueuePairState state :
       {QueuePairState::Init, QueuePairState::ReadyToReceive,
        QueuePairState::ReadyToSend}) {
    attributes.state = state;
    require(static_cast<bool>(pair.modify(
        attributes, requiredAttributes(pair.type(), pair.state(), state), 1)));
  }
}

/// A packet with sequence numbers near those of the queue pair.
void receive(TransportQueuePair &pair, Choices &choices, uint64_t now) {
  static const std::byte data[largestPathMtu] = {};
  static const std::byte header[20] = {};
  RoceFrameView view;
  view.ipHeader = header;
  RocePacket &packet = view.packet;
  packet.transport = pair.type();
  packet.operation = static_cast<RoceOperation>(choices.next() % 0x18);
  if (!isDefined(packet.transport, packet.operation))
    return;
  packet.psn = static_cast<uint32_t>(choices.next() - 128) & 0xffffff;
  packet.requestsAck = true;
  packet.syndrome = choices.next();
  packet.address = choices.next() * 16u;
  packet.length = choices.next() * 32u;
  packet.immediate = choices.next();
  if (packet.has(rocePart::payload))
    packet.payload = View(data).first(choices.next() * 16u);
  pair.receive(view, now);
}

void drive(const uint8_t *data, size_t size) {
  Choices choices(data, size);
  constexpr RoceTransport types[] = {RoceTransport::Rc, RoceTransport::Uc,
                                     RoceTransport::Ud};
  Surroundings surroundings(choices);
  const auto pair = std::make_unique<TransportQueuePair>(
      types[choices.next() % 3], 1, 4096, surroundings);
  connect(*pair, choices);
  uint64_t now = 0;
  while (!choices.isAtEnd()) {
    const uint8_t choice = choices.next();
    surroundings.requests += choice % 4 == 0 ? 1 : 0;
    surroundings.receives += choice % 4 == 1 ? 1 : 0;
    if (choice % 4 >= 2)
      receive(*pair, choices, now);
    now += choice * 100u;
    const bool isReady = pair->isReady(now);
    require(pair->step(now, choice % 8 + 1) == isReady);
  }
  // At the end everything completes exactly once.
  pair->setError();
  for (size_t i = 0; pair->step(now); ++i)
    require(i < 100000);
  require(surroundings.requestsTaken == surroundings.requestsCompleted);
  require(surroundings.receivesTaken == surroundings.receivesCompleted);
  require(surroundings.requests == 0 && surroundings.receives == 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  const View bytes = std::as_bytes(std::span(data, size)).subspan(1);
  switch (data[0] % 3) {
  case 0:
    readFrame(bytes);
    break;
  case 1:
    readTransport(bytes);
    break;
  default:
    drive(data + 1, size - 1);
    break;
  }
  return 0;
}
