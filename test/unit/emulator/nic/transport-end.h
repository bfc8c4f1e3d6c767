// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One end of a connection for tests: a queue pair with its queues and memory, whose
// packets are built and parsed as real frames. A Wire joins two ends: it loses,
// doubles, delays and reorders frames by a seed, in simulated time.
#ifndef DPA_TEST_UNIT_EMULATOR_NIC_TRANSPORT_END_H
#define DPA_TEST_UNIT_EMULATOR_NIC_TRANSPORT_END_H

#include "emulator/nic/transport/queue-pair.h"
#include "emulator/schedule/random.h"

#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace dpa::test {

using FrameBytes = std::vector<std::byte>;

/// A request or receive with segments of its own.
struct OwnedRequest {
  WorkRequest request;
  std::vector<MemorySegment> segments;
  RocePath path;
};
struct OwnedReceive {
  uint64_t cookie = 0;
  std::vector<MemorySegment> segments;
};

/// The keys of an end's memory. All cover all of it.
constexpr uint32_t localKey = 1;  ///< for work requests
constexpr uint32_t remoteKey = 2; ///< for the other end, with all rights
constexpr uint32_t readOnlyKey = 3;
constexpr uint32_t brokenKey =
    4; ///< permitted, but the memory cannot be reached
constexpr uint32_t windowKey = 5; ///< can be invalidated once

class End final : public TransportEnvironment {
public:
  End(RoceTransport type, uint32_t number, uint8_t address,
      size_t memorySize = size_t{1} << 20);

  // Filled and read by tests
  std::vector<std::byte> memory;
  std::deque<OwnedRequest> requests;
  std::deque<OwnedReceive> receives;
  std::vector<SendCompletion> sent;
  std::vector<ReceiveCompletion> received;
  std::vector<QueuePairEvent> events;
  std::function<void(FrameBytes)> output;
  bool hasWindow = true;     ///< windowKey is valid
  bool isKeyRemoved = false; ///< remoteKey is not valid any more
  bool isFlaky = false; ///< every third time, no receive seems to be posted
  size_t localOperations = 0;
  RocePath path;
  TransportQueuePair pair;

  /// Gives the attributes that connect it to `other`, up to RTS.
  void connect(const End &other, QueuePairAttributes attributes);
  Result<void> change(QueuePairAttributes attributes, QueuePairState to);
  /// A list of one piece of memory.
  static std::vector<MemorySegment> piece(uint64_t address, uint32_t length) {
    return {{address, length, localKey, false}};
  }
  void post(WorkRequest request, std::vector<MemorySegment> segments);
  void postReceive(uint64_t cookie, std::vector<MemorySegment> segments);
  /// A frame from the wire.
  void input(const FrameBytes &frame, uint64_t now);

  std::span<std::byte> payloadBuffer() override { return frame_.payload(); }
  void send(const RocePacket &packet, const RocePath *to) override;
  bool hasRequest() const override { return !requests.empty(); }
  bool nextRequest(WorkRequest &request) override;
  TransportStatus performLocal(const WorkRequest &request) override;
  void completeSend(const SendCompletion &completion) override {
    sent.push_back(completion);
  }
  bool hasReceive() const override { return !receives.empty(); }
  bool takeReceive(ReceiveBuffer &buffer) override;
  void completeReceive(const ReceiveCompletion &completion) override {
    received.push_back(completion);
  }
  bool read(const MemorySegment &segment, uint32_t offset,
            std::span<std::byte> out) override;
  bool write(const MemorySegment &segment, uint32_t offset,
             std::span<const std::byte> bytes) override;
  RemoteResult check(const RemoteRange &range, RemoteRight right) override;
  RemoteResult readRemote(uint32_t key, uint64_t address,
                          std::span<std::byte> out) override;
  RemoteResult writeRemote(uint32_t key, uint64_t address,
                           std::span<const std::byte> bytes) override;
  RemoteResult atomic(const AtomicOperation &operation,
                      uint64_t &original) override;
  bool invalidate(uint32_t key) override;
  void raise(QueuePairEvent event) override { events.push_back(event); }

private:
  RoceFrame frame_;
  size_t takes_ = 0;
  OwnedRequest taken_;
  OwnedReceive takenReceive_;
};

/// In percent; delays in nanoseconds.
struct Impairment {
  unsigned loss = 0;
  unsigned doubling = 0;
  unsigned reordering = 0; ///< frames with a long delay
  uint64_t delay = 1000;
  uint64_t longDelay = 40000;
};

class Wire {
public:
  Wire(End &one, End &other, uint64_t seed, Impairment impairment);

  /// Runs until neither end has anything to do. False: it does not end.
  bool run(size_t steps = 1000000);
  uint64_t now() const { return now_; }
  /// From one end to the other, for frames that are sent from now on.
  void setDelay(uint64_t delay) { impairment_.delay = delay; }
  /// Sees each frame that is sent; returns false to lose it.
  std::function<bool(const FrameBytes &)> filter;

private:
  struct Flying {
    End *to = nullptr;
    FrameBytes frame;
  };

  void carry(End &to, FrameBytes frame);
  void put(End &to, FrameBytes frame);
  bool deliver();

  End &one_;
  End &other_;
  Random random_;
  Impairment impairment_;
  uint64_t now_ = 1000;
  uint64_t last_ = 0; ///< the newest moment without a long delay
  std::multimap<uint64_t, Flying> flying_;
};

} // namespace dpa::test

#endif
