// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs as programs use them.
#include "test/unit/emulator/nic/queue-pair-fixture.h"

#include "emulator/host/shared-copy.h"

namespace dpa::test {
namespace {

constexpr auto patience = std::chrono::seconds(60);

uint64_t addressOf(const std::byte *memory) {
  return reinterpret_cast<uintptr_t>(memory);
}

} // namespace

void storeRecord(std::byte *record, uint32_t index) {
  std::array<std::byte, 4> bytes;
  storeBig32(bytes.data(), index);
  copyToShared(record, bytes.data(), bytes.size());
}

std::optional<Polled> PolledCq::poll() {
  std::array<std::byte, 64> entry;
  const size_t place = entry.size() * (consumer_ & ((1u << logDepth) - 1));
  const auto lastByte = [&] {
    copyFromShared(entry.data(), ring_.data() + place, entry.size());
    return std::to_integer<uint8_t>(entry.back());
  };
  const auto isWritten = [&](uint8_t last) {
    return last >> 4 != DPA_CQE_INVALID &&
           (last & 1) == (consumer_ >> logDepth & 1);
  };
  if (!isWritten(lastByte()))
    return std::nullopt;
  std::atomic_thread_fence(std::memory_order_acquire);
  const uint8_t last = lastByte(); // now with all that was written before it
  Polled polled;
  polled.opcode = last >> 4;
  polled.wqeIndex = loadBig16(entry.data() + 0x3c);
  polled.byteCount = loadBig32(entry.data() + 0x2c);
  // Others have a part of their time there.
  if (polled.opcode == DPA_CQE_SEND_ERROR ||
      polled.opcode == DPA_CQE_RECEIVE_ERROR)
    polled.syndrome = std::to_integer<uint8_t>(entry[0x37]);
  polled.immediate = loadBig32(entry.data() + 0x24);
  polled.queue = loadBig32(entry.data() + 0x38) & 0xffffff;
  polled.sourceQp = loadBig32(entry.data() + 0x18) & 0xffffff;
  ++consumer_;
  storeRecord(record_.data(), consumer_ & 0xffffff);
  return polled;
}

Polled PolledCq::wait() {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    if (auto polled = poll())
      return *polled;
    std::this_thread::yield();
  }
  ADD_FAILURE() << "no completion";
  return {.opcode = DPA_CQE_INVALID};
}

HostEnd::HostEnd(HostQueues &queues, QueuePairType type, const void *domain,
                 uint32_t sharedQueue)
    : cq(queues, events), queues_(queues), type_(type) {
  QueuePairSettings settings;
  settings.type = type;
  settings.send.ring.address = addressOf(sendRing_.data());
  settings.send.logDepth = logDepth;
  settings.receive.ring.address = addressOf(receiveRing_.data());
  settings.receive.logDepth = logDepth;
  settings.receive.logStride = 4;
  settings.sharedReceiveQueue = sharedQueue;
  settings.doorbellRecord.address = addressOf(record_.data());
  settings.sendCompletions = settings.receiveCompletions = cq.number();
  settings.domain = domain;
  std::string error;
  pair = queues.createQueuePair(settings, events, error);
  EXPECT_TRUE(pair) << error;
}

QueuePairAttributes HostEnd::usual() {
  QueuePairAttributes attributes;
  attributes.access =
      remoteAccess::read | remoteAccess::write | remoteAccess::atomic;
  attributes.pathMtu = 1024;
  attributes.timeout = 14;
  attributes.retryCount = 7;
  attributes.rnrRetry = 7;
  attributes.minRnrTimer = 1;
  attributes.maxReads = attributes.maxRemoteReads = 16;
  attributes.queueKey = 0x11111111;
  return attributes;
}

bool HostEnd::change(QueuePairAttributes attributes, QueuePairState state) {
  const RoceTransport type = transportOf(type_);
  attributes.state = state;
  const uint32_t mask =
      requiredAttributes(type, pair->attributes().state, state) |
      queuePairAttribute::state;
  const Result<void> done = pair->modify(attributes, mask);
  if (!done)
    ADD_FAILURE() << done.error().message;
  return static_cast<bool>(done);
}

void HostEnd::connect(const HostEnd &other,
                      const QueuePairAttributes &attributes, size_t gid) {
  connectPorts(other, attributes, 1, 1, gid);
}

void HostEnd::connectPorts(const HostEnd &other, QueuePairAttributes attributes,
                           uint8_t ownPort, uint8_t peerPort, size_t gid) {
  const CardPort &own = queues_.card().port(ownPort);
  const RoceAddresses &peer = other.queues_.card().port(peerPort).addresses();
  attributes.port = ownPort;
  attributes.remoteQp = other.pair->number();
  attributes.sendPsn = pair->number() * 1000;
  attributes.receivePsn = other.pair->number() * 1000;
  attributes.path.sourceMac = own.addresses().mac;
  attributes.path.sourceGid = own.addresses().gids.at(gid);
  attributes.path.destinationGid = peer.gids.at(gid);
  attributes.path.destinationMac = own.roce().macOf(peer.gids.at(gid));
  change(attributes, QueuePairState::Init);
  change(attributes, QueuePairState::ReadyToReceive);
  change(attributes, QueuePairState::ReadyToSend);
}

void HostEnd::post(uint32_t opcode, const WireBytes &segments, bool isSignalled,
                   bool rings) {
  const size_t count = 1 + (segments.get().size() + 15) / 16;
  WireBytes wqe;
  wqe.words({uint32_t(sendIndex) << 8 | opcode,
             pair->number() << 8 | static_cast<uint32_t>(count),
             isSignalled ? uint32_t(DPA_WQE_CE_ALWAYS) << DPA_WQE_CE_SHIFT : 0u,
             0x55667788});
  wqe.get().insert(wqe.get().end(), segments.get().begin(),
                   segments.get().end());
  const size_t begin = size_t{sendIndex} * 64;
  for (size_t i = 0; i < wqe.get().size(); ++i)
    copyToShared(&sendRing_.at((begin + i) % sendRing_.size()),
                 &wqe.get().at(i), 1);
  sendIndex = static_cast<uint16_t>(sendIndex + (count + 3) / 4);
  if (rings)
    ring();
}

void HostEnd::postReceive(uint64_t address, uint32_t length, uint32_t key) {
  WireBytes entry;
  entry.pointer(length, key, address);
  const size_t place = size_t{receiveIndex} * 16 % receiveRing_.size();
  copyToShared(receiveRing_.data() + place, entry.get().data(), 16);
  ++receiveIndex;
  std::atomic_thread_fence(std::memory_order_release);
  storeRecord(record_.data(), receiveIndex);
}

WireBytes HostEnd::remote(uint64_t address, uint32_t key) const {
  WireBytes bytes;
  bytes.words({static_cast<uint32_t>(address >> 32),
               static_cast<uint32_t>(address), key, 0});
  return bytes;
}

void QueuePairTest::open(const std::vector<std::string_view> &ports) {
  queues = nullptr;
  card = nullptr;
  keys = std::make_shared<MemoryKeys>();
  keys->addDomain(&domain);
  HostRegion region;
  region.domain = &domain;
  region.address = memory.data();
  region.size = memory.size();
  region.mayWrite = true;
  privateKey = keys->addRegion(region);
  region.remoteAccess =
      remoteAccess::read | remoteAccess::write | remoteAccess::atomic;
  key = keys->addRegion(region);
  card = std::make_unique<NetworkCard>(keys, *background);
  std::string error;
  for (std::string_view port : ports) {
    PortSettings settings;
    ASSERT_TRUE(parsePortText(port, settings, error)) << error;
    const std::string name = "test/" + std::to_string(card->portCount() + 1);
    ASSERT_TRUE(card->openPort(settings, {.name = name}, error)) << error;
  }
  ASSERT_TRUE(card->start(error)) << error;
  queues = std::make_unique<HostQueues>(*card, "test");
}

} // namespace dpa::test
