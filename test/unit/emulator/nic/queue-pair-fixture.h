// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs of the host on a whole card, without a device: rings, records and
// memory of a test, work requests as programs write them.
#ifndef DPA_TEST_UNIT_EMULATOR_NIC_QUEUE_PAIR_FIXTURE_H
#define DPA_TEST_UNIT_EMULATOR_NIC_QUEUE_PAIR_FIXTURE_H

#include "emulator/nic/card/host-queues.h"
#include "emulator/schedule/background-thread.h"
#include "test/unit/emulator/nic/wire-bytes.h"

#include <array>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <optional>
#include <thread>

namespace dpa::test {

class TestBackground : public Background {
public:
  uint64_t now() noexcept override { return BackgroundThread::now(); }
  uint64_t toTimerTime(uint64_t now) const noexcept override {
    return thread_.timers().at(now);
  }
  uint64_t fromTimerTime(uint64_t time) const noexcept override {
    return thread_.timers().momentOf(time);
  }
  void post(std::shared_ptr<BackgroundWork> work) noexcept override {
    thread_.post(std::move(work));
  }

private:
  BackgroundThread thread_;
};

/// Counts events.
class CountedEvents : public NicObserver {
public:
  void completionEvent(uint32_t) noexcept override { ++completions; }
  void completionQueueError(uint32_t) noexcept override { ++overruns; }
  void queuePairEvent(uint32_t, QueuePairEvent event) noexcept override {
    ++events.at(static_cast<size_t>(event));
  }
  void lastEntryTaken(uint32_t) noexcept override { ++lastEntries; }
  void limitReached(uint32_t) noexcept override { ++limits; }

  unsigned of(QueuePairEvent event) const {
    return events.at(static_cast<size_t>(event));
  }
  std::atomic<unsigned> completions = 0;
  std::atomic<unsigned> overruns = 0;
  std::array<std::atomic<unsigned>, 5> events{};
  std::atomic<unsigned> lastEntries = 0;
  std::atomic<unsigned> limits = 0;
};

/// Writes the first word of a doorbell record.
void storeRecord(std::byte *record, uint32_t index);

/// What a completion says.
struct Polled {
  uint8_t opcode = 0;
  uint16_t wqeIndex = 0;
  uint32_t byteCount = 0;
  uint8_t syndrome = 0; ///< of errors
  uint32_t immediate = 0;
  uint32_t queue = 0;
  uint32_t sourceQp = 0;
};

/// A completion queue as a program polls it.
class PolledCq {
public:
  static constexpr unsigned logDepth = 8;

  PolledCq(HostQueues &queues, NicObserver &observer) : queues_(queues) {
    for (size_t i = 0x3f; i < ring_.size(); i += 64)
      ring_[i] = std::byte{0xf0};
    HostCqSettings settings;
    settings.ring.address = reinterpret_cast<uintptr_t>(ring_.data());
    settings.doorbellRecord.address =
        reinterpret_cast<uintptr_t>(record_.data());
    settings.logDepth = logDepth;
    std::string error;
    cq = queues.createCq(settings, observer, error);
    EXPECT_TRUE(cq.queue) << error;
  }
  ~PolledCq() { queues_.destroyCq(cq); }

  std::optional<Polled> poll();
  /// Waits for a completion.
  Polled wait();
  uint32_t number() const { return cq.queue->number(); }
  uint32_t consumed() const { return consumer_; }

  HostCq cq;

private:
  HostQueues &queues_;
  alignas(64) std::array<std::byte, size_t{64} << logDepth> ring_{};
  alignas(8) std::array<std::byte, 8> record_{};
  uint32_t consumer_ = 0;
};

/// A queue pair with a completion queue for both directions.
class HostEnd {
public:
  static constexpr unsigned logDepth = 6;

  HostEnd(HostQueues &queues, QueuePairType type, const void *domain,
          uint32_t sharedQueue = 0);
  ~HostEnd() { destroy(); }
  void destroy() {
    if (pair)
      queues_.card().destroyQueuePair(*pair);
    pair = nullptr;
  }

  /// Up to RTS. `gid`: index of both addresses.
  void connect(const HostEnd &other, const QueuePairAttributes &attributes,
               size_t gid = 0);
  /// The same, for ends on other ports than the first.
  void connectPorts(const HostEnd &other, QueuePairAttributes attributes,
                    uint8_t ownPort, uint8_t peerPort, size_t gid = 0);
  static QueuePairAttributes usual();
  bool change(QueuePairAttributes attributes, QueuePairState state);

  /// Puts a WQE of these segments behind a control segment, and rings. The modifier
  /// of the opcode is in its upper byte.
  void post(uint32_t opcode, const WireBytes &segments, bool isSignalled = true,
            bool rings = true);
  void ring() { pair->ring(sendIndex); }
  void postReceive(uint64_t address, uint32_t length, uint32_t key);
  WireBytes remote(uint64_t address, uint32_t key) const;

  CountedEvents events;
  PolledCq cq;
  std::shared_ptr<EmulatedQueuePair> pair;
  uint16_t sendIndex = 0;
  uint16_t receiveIndex = 0;

private:
  HostQueues &queues_;
  const QueuePairType type_;
  alignas(64) std::array<std::byte, size_t{64} << logDepth> sendRing_{};
  alignas(64) std::array<std::byte, size_t{16} << logDepth> receiveRing_{};
  alignas(8) std::array<std::byte, 8> record_{};
};

class QueuePairTest : public testing::Test {
public:
  QueuePairTest() { open("loopback"); }

  void open(std::string_view port) { open(std::vector{port}); }
  void open(const std::vector<std::string_view> &ports);

  uint64_t at(size_t offset) const {
    return reinterpret_cast<uintptr_t>(memory.data()) + offset;
  }
  WireBytes local(size_t offset, uint32_t length) const {
    WireBytes bytes;
    bytes.pointer(length, key, at(offset));
    return bytes;
  }
  void fill(size_t offset, size_t size, uint8_t first) {
    for (size_t i = 0; i < size; ++i)
      memory.at(offset + i) = static_cast<std::byte>(first + i * 7);
  }
  testing::AssertionResult areEqual(size_t one, size_t other, size_t size) {
    for (size_t i = 0; i < size; ++i)
      if (memory.at(one + i) != memory.at(other + i))
        return testing::AssertionFailure() << "byte " << i << " differs";
    return testing::AssertionSuccess();
  }

  const int domain = 0;
  std::vector<std::byte> memory = std::vector<std::byte>(size_t{1} << 20);
  std::shared_ptr<MemoryKeys> keys = std::make_shared<MemoryKeys>();
  uint32_t key = 0;        ///< with all rights
  uint32_t privateKey = 0; ///< without those of the other end
  std::unique_ptr<TestBackground> background =
      std::make_unique<TestBackground>();
  std::unique_ptr<NetworkCard> card;
  std::unique_ptr<HostQueues> queues;
};

} // namespace dpa::test

#endif
