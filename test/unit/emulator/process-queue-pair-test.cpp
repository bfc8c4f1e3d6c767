// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs of a process, in device memory, connected to one of the host program,
// through the device interface; also in a reproducible run.
#include "emulator/nic/wire/big-endian.h"
#include "runtime/abi/work-queues.h"
#include "test/unit/emulator/fixture.h"

#include <array>
#include <chrono>
#include <cstring>
#include <thread>

namespace dpa::test {
namespace {

class NoEvents : public NicObserver {
public:
  void completionEvent(uint32_t) noexcept override {}
  void completionQueueError(uint32_t) noexcept override {}
  void queuePairEvent(uint32_t, QueuePairEvent) noexcept override {}
  void lastEntryTaken(uint32_t) noexcept override {}
  void limitReached(uint32_t) noexcept override {}
};

constexpr unsigned logDepth = 4;
constexpr uint64_t completions = 0;
constexpr uint64_t sendRing = 0x1000;
constexpr uint64_t receiveRing = 0x2000;
constexpr uint64_t records = 0x3000;
constexpr uint64_t data = 0x4000;
constexpr uint64_t blockSize = 0x5000;

QueuePairAttributes attributesFor(const PortState &port, uint32_t remoteQp) {
  QueuePairAttributes attributes;
  attributes.access = remoteAccess::write | remoteAccess::read;
  attributes.timeout = 14;
  attributes.retryCount = attributes.rnrRetry = 7;
  attributes.maxReads = attributes.maxRemoteReads = 1;
  attributes.remoteQp = remoteQp;
  attributes.path.sourceMac = attributes.path.destinationMac = port.mac;
  attributes.path.sourceGid = attributes.path.destinationGid =
      port.gids.front();
  return attributes;
}

void connect(QueuePair &pair, QueuePairAttributes attributes) {
  using namespace queuePairAttribute;
  constexpr uint32_t toInit = state | access | partitionKey | port;
  constexpr uint32_t toReceive = state | path | pathMtu | receivePsn |
                                 maxRemoteReads | minRnrTimer | remoteQp;
  constexpr uint32_t toSend =
      state | timeout | retryCount | rnrRetry | sendPsn | maxReads;
  std::string error;
  attributes.state = QueuePairState::Init;
  ASSERT_TRUE(pair.modify(attributes, toInit, error)) << error;
  attributes.state = QueuePairState::ReadyToReceive;
  ASSERT_TRUE(pair.modify(attributes, toReceive, error)) << error;
  attributes.state = QueuePairState::ReadyToSend;
  ASSERT_TRUE(pair.modify(attributes, toSend, error)) << error;
}

/// A control segment and what follows it, as words.
std::array<std::byte, 64> wqe(uint8_t opcode, uint32_t pair,
                              std::initializer_list<uint32_t> words) {
  std::array<std::byte, 64> bytes{};
  storeBig32(bytes.data(), opcode);
  storeBig32(bytes.data() + 4,
             pair << 8 | static_cast<uint32_t>(1 + words.size() / 4));
  storeBig32(bytes.data() + 8, uint32_t{DPA_WQE_CE_ALWAYS} << DPA_WQE_CE_SHIFT);
  std::byte *place = bytes.data() + 16;
  for (uint32_t word : words) {
    storeBig32(place, word);
    place += sizeof word;
  }
  return bytes;
}

uint32_t high(uint64_t address) {
  return static_cast<uint32_t>(address >> 32);
}
uint32_t low(uint64_t address) {
  return static_cast<uint32_t>(address);
}

class ProcessQueuePairTest : public testing::TestWithParam<bool> {
public:
  ProcessQueuePairTest() {
    device.device().hostMemory().addDomain(&domain);
    std::string error;
    CqSettings cqSettings;
    cqSettings.logDepth = logDepth;
    cqSettings.uar = process->uar();
    cqSettings.ring.address = base + completions;
    cqSettings.doorbellRecord.address = base + records;
    cq = process->createCq(cqSettings, error);
    EXPECT_TRUE(cq) << error;
    QueuePairSettings settings = deviceSettings();
    pair = process->createQueuePair(settings, error);
    EXPECT_TRUE(pair) << error;
    makeHostQueues();
    const PortState port = nic().port(1);
    connect(*pair, attributesFor(port, hostPair->number()));
    connect(*hostPair, attributesFor(port, pair->number()));
  }

  static DeviceSettings settings() {
    DeviceSettings settings;
    if (GetParam())
      settings.seed = 1;
    return settings;
  }
  HostNic &nic() { return *device.device().nic(); }

  QueuePairSettings deviceSettings() {
    QueuePairSettings settings;
    settings.send.ring.address = base + sendRing;
    settings.send.logDepth = logDepth;
    settings.receive.ring.address = base + receiveRing;
    settings.receive.logDepth = logDepth;
    settings.receive.logStride = 4;
    settings.doorbellRecord.address = base + records + 8;
    settings.sendCompletions = settings.receiveCompletions = cq->number();
    settings.uar = process->uar();
    settings.domain = &domain;
    return settings;
  }

  void makeHostQueues() {
    std::string error;
    const auto at = [&](uint64_t offset) {
      return reinterpret_cast<uintptr_t>(memory.data()) + offset;
    };
    HostCqSettings cqSettings;
    cqSettings.ring.address = at(completions);
    cqSettings.doorbellRecord.address = at(records);
    cqSettings.logDepth = logDepth;
    hostCq = nic().createCq(cqSettings, events, error);
    ASSERT_TRUE(hostCq) << error;
    QueuePairSettings settings;
    settings.send.ring.address = at(sendRing);
    settings.send.logDepth = logDepth;
    settings.receive.ring.address = at(receiveRing);
    settings.receive.logDepth = logDepth;
    settings.receive.logStride = 4;
    settings.doorbellRecord.address = at(records + 8);
    settings.sendCompletions = settings.receiveCompletions = hostCq->number();
    settings.domain = &domain;
    hostPair = nic().createQueuePair(settings, events, error);
    ASSERT_TRUE(hostPair) << error;
    HostRegion region;
    region.domain = &domain;
    region.address = memory.data();
    region.size = memory.size();
    region.mayWrite = true;
    region.remoteAccess = remoteAccess::write | remoteAccess::read;
    hostKey = device.device().hostMemory().addRegion(region);
    deviceKey =
        process->windows().createKey({.domain = &domain,
                                      .address = base + data,
                                      .size = 0x1000,
                                      .mayWrite = true,
                                      .remoteAccess = region.remoteAccess});
  }

  /// Waits for the first completion of the process; its opcode.
  unsigned waitForDevice() {
    return wait([&] {
      std::array<std::byte, 64> entry;
      process->read(base + completions, entry.data(), entry.size());
      return entry;
    });
  }
  unsigned waitForHost() {
    return wait([&] {
      std::array<std::byte, 64> entry;
      std::memcpy(entry.data(), memory.data() + completions, entry.size());
      return entry;
    });
  }
  template <typename Read> static unsigned wait(Read read) {
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end) {
      const auto entry = read();
      if (loadBig32(entry.data() + 0x38) != 0)
        return std::to_integer<unsigned>(entry[0x3f]) >> 4;
      std::this_thread::yield();
    }
    return DPA_CQE_INVALID;
  }

  const int domain = 0;
  alignas(4096) std::array<std::byte, blockSize> memory{};
  NoEvents events;
  TestDevice device{TEST_FIRMWARE, settings()};
  Recorder recorder;
  std::unique_ptr<Process> process = device.start(recorder);
  const uint64_t base = (process->heap().base + 0xfff) & ~uint64_t(0xfff);
  std::unique_ptr<HostCompletionQueue> hostCq;
  std::unique_ptr<QueuePair> hostPair;
  std::unique_ptr<CompletionQueue> cq;
  std::unique_ptr<QueuePair> pair;
  uint32_t hostKey = 0;
  uint32_t deviceKey = 0;
};

TEST_P(ProcessQueuePairTest, ProcessWritesToTheHost) {
  const std::string text = "from device memory";
  process->write(base + data, text.data(), text.size());
  const uint64_t target = reinterpret_cast<uintptr_t>(memory.data()) + data;
  const uint64_t source = base + data;
  const auto entry = wqe(DPA_WQE_RDMA_WRITE, pair->number(),
                         {high(target), low(target), hostKey, 0,
                          static_cast<uint32_t>(text.size()), deviceKey,
                          high(source), low(source)});
  process->write(base + sendRing, entry.data(), entry.size());
  pair->ring(1);
  EXPECT_EQ(waitForDevice(), unsigned(DPA_CQE_SEND_DONE));
  EXPECT_EQ(std::memcmp(memory.data() + data, text.data(), text.size()), 0);
}

TEST_P(ProcessQueuePairTest, HostReadsFromTheProcess) {
  const std::string text = "read by the host";
  process->write(base + data, text.data(), text.size());
  const uint64_t target = reinterpret_cast<uintptr_t>(memory.data()) + data;
  const uint64_t source = base + data;
  const auto entry = wqe(DPA_WQE_RDMA_READ, hostPair->number(),
                         {high(source), low(source), deviceKey, 0,
                          static_cast<uint32_t>(text.size()), hostKey,
                          high(target), low(target)});
  std::memcpy(memory.data() + sendRing, entry.data(), entry.size());
  hostPair->ring(1);
  EXPECT_EQ(waitForHost(), unsigned(DPA_CQE_SEND_DONE));
  EXPECT_EQ(std::memcmp(memory.data() + data, text.data(), text.size()), 0);
}

TEST_P(ProcessQueuePairTest, RefusedSettings) {
  std::string error;
  QueuePairSettings wrong = deviceSettings();
  wrong.sendCompletions = 0x777;
  EXPECT_FALSE(process->createQueuePair(wrong, error));
  EXPECT_EQ(error, "completion queue 0x777 does not belong to this device");
  wrong = deviceSettings();
  wrong.send.ring.address = 64;
  EXPECT_FALSE(process->createQueuePair(wrong, error));
  EXPECT_EQ(error, "the send ring of 1024 bytes at 0x40 is not in the "
                   "process's memory");
  wrong = deviceSettings();
  wrong.domain = nullptr;
  EXPECT_FALSE(process->createQueuePair(wrong, error));
  EXPECT_EQ(error, "its protection domain does not belong to this device");
}

/// The end of a process leaves the queue pair of the host.
TEST_P(ProcessQueuePairTest, ProcessEndsBeforeItsPeer) {
  pair.reset();
  cq.reset();
  process.reset();
  hostPair->ring(1);
  EXPECT_EQ(hostPair->attributes().remoteQp != 0, true);
}

INSTANTIATE_TEST_SUITE_P(Schedules, ProcessQueuePairTest,
                         testing::Values(false, true), [](const auto &each) {
                           return each.param ? "Reproducible" : "Parallel";
                         });

} // namespace
} // namespace dpa::test
