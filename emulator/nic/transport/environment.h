// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What surrounds a queue pair: the queues it serves, the memory it reaches and the
// wire. The engine of the card implements it; a queue pair has no memory, clock,
// thread or socket of its own. No function may call the queue pair.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_ENVIRONMENT_H
#define DPA_EMULATOR_NIC_TRANSPORT_ENVIRONMENT_H

#include "emulator/interface/queue-pair.h"
#include "emulator/nic/transport/status.h"
#include "emulator/nic/wire/roce.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace dpa {

/// A piece of local memory of a work request.
struct MemorySegment {
  uint64_t address = 0;
  uint32_t length = 0;
  uint32_t key = 0;
  bool isInline = false; ///< `address` is a place in the work queue
};

struct DirectSource; ///< of the environment

/// A burst: full packets inside of a message, sent and received by one call. A receiver in
/// the same device copies their data directly. Packets that it does not accept are sent one
/// by one, so that errors are those of single packets.
struct PacketBurst {
  const DirectSource *source = nullptr; ///< memory of the sending end
  uint32_t packets = 0;
  uint64_t bytes = 0;
  uint32_t accepted = 0; ///< packets; set by the receiving end
};

/// The most segments of one request or receive.
inline constexpr size_t maximumSegments = 64;
inline constexpr uint64_t maximumMessage = uint64_t{1} << 31;

enum class SendOperation : uint8_t {
  Send,
  Write,
  Read,
  CompareSwap,
  FetchAdd,
  Local, ///< performed by the environment, in the order of the queue
};

/// One entry of a send queue.
struct WorkRequest {
  uint64_t cookie = 0; ///< returned in the completion
  SendOperation operation = SendOperation::Send;
  /// Not Ok: the entry cannot be read. It fails so when all before it are done.
  TransportStatus status = TransportStatus::Ok;
  bool isSignalled = false; ///< returned in the completion
  bool isFenced = false;    ///< waits for earlier reads and atomics
  bool isSolicited = false;
  bool hasImmediate = false;
  bool isInvalidating = false; ///< sends only; `immediate` is the key
  uint32_t immediate = 0;
  uint64_t remoteAddress = 0;
  uint32_t remoteKey = 0;
  uint64_t swapOrAdd = 0;
  uint64_t compare = 0;
  // Datagrams:
  uint32_t remoteQp = 0;
  uint32_t queueKey = 0; ///< with bit 31: that of the queue pair
  /// Valid until nextRequest() is called again, like `segments`.
  const RocePath *path = nullptr;
  std::span<const MemorySegment> segments;
};

struct SendCompletion {
  uint64_t cookie = 0;
  SendOperation operation = SendOperation::Send;
  TransportStatus status = TransportStatus::Ok;
  bool isSignalled = false;
  uint32_t byteCount = 0;
};

/// One entry of a receive queue.
struct ReceiveBuffer {
  uint64_t cookie = 0; ///< returned in the completion
  /// Valid until takeReceive() is called again.
  std::span<const MemorySegment> segments;
};

struct ReceiveCompletion {
  uint64_t cookie = 0;
  TransportStatus status = TransportStatus::Ok;
  bool isWrite = false; ///< a write with immediate
  bool isSolicited = false;
  bool hasImmediate = false;
  bool isInvalidating = false; ///< `immediate` is the invalidated key
  uint32_t immediate = 0;
  uint32_t byteCount = 0;
  uint32_t remoteQp = 0; ///< datagrams
};

enum class RemoteRight : uint8_t { Read, Write, Atomic };

/// Memory that the other end of the connection names by key.
struct RemoteRange {
  uint64_t address = 0;
  uint32_t key = 0;
  uint64_t length = 0;
};

enum class RemoteResult : uint8_t {
  Ok,
  Denied, ///< key, range or right
  Failed, ///< the memory cannot be reached
};

struct AtomicOperation {
  uint64_t address = 0; ///< aligned to 8
  uint32_t key = 0;
  bool isCompareSwap = false; ///< otherwise fetch-and-add
  uint64_t swapOrAdd = 0;
  uint64_t compare = 0;
};

class TransportEnvironment {
public:
  // The wire
  /// Where the payload of the next packet is written, at least the path MTU.
  virtual std::span<std::byte> payloadBuffer() = 0;
  /// Sends a packet, whose payload is the beginning of payloadBuffer(). A null
  /// path is that of the queue pair.
  virtual void send(const RocePacket &packet, const RocePath *path) = 0;

  // Data that another queue pair of the device copies directly
  /// [offset, offset + size) of a segment, valid until the packet has been sent.
  /// Null if the packets are sent to another device, or must contain their data.
  virtual const DirectSource *
  directSource(const MemorySegment &, uint32_t /*offset*/, uint64_t /*size*/) {
    return nullptr;
  }
  /// As write() and writeRemote(), from [from, from + size) of memory of the other
  /// end. Returns the number of written bytes; fewer than `size` is not an error.
  virtual uint64_t writeDirect(const MemorySegment &, uint32_t /*offset*/,
                               const DirectSource &, uint64_t /*from*/,
                               uint64_t /*size*/) {
    return 0;
  }
  virtual uint64_t writeRemoteDirect(uint32_t /*key*/, uint64_t /*address*/,
                                     const DirectSource &, uint64_t /*size*/) {
    return 0;
  }

  // The send queue
  /// Whether nextRequest() would return true.
  virtual bool hasRequest() const = 0;
  /// Takes the next entry; false: there is none.
  virtual bool nextRequest(WorkRequest &request) = 0;
  /// Performs a Local request.
  virtual TransportStatus performLocal(const WorkRequest &request) = 0;
  /// Every request completes exactly once, in order, also without a signal.
  virtual void completeSend(const SendCompletion &completion) = 0;

  // The receive queue
  /// Whether takeReceive() would return true.
  virtual bool hasReceive() const = 0;
  /// Takes the next entry; false: none is posted.
  virtual bool takeReceive(ReceiveBuffer &buffer) = 0;
  virtual void completeReceive(const ReceiveCompletion &completion) = 0;

  // Memory of work requests: [offset, offset + size) of a segment. False: the key
  // does not permit it; then no byte is touched.
  virtual bool read(const MemorySegment &segment, uint32_t offset,
                    std::span<std::byte> out) = 0;
  virtual bool write(const MemorySegment &segment, uint32_t offset,
                     std::span<const std::byte> bytes) = 0;

  // Memory named by the other end. Other results than Ok: no byte is touched.
  virtual RemoteResult check(const RemoteRange &range, RemoteRight right) = 0;
  virtual RemoteResult readRemote(uint32_t key, uint64_t address,
                                  std::span<std::byte> out) = 0;
  virtual RemoteResult writeRemote(uint32_t key, uint64_t address,
                                   std::span<const std::byte> bytes) = 0;
  virtual RemoteResult atomic(const AtomicOperation &operation,
                              uint64_t &original) = 0;
  /// False: the key does not exist or cannot be invalidated remotely.
  virtual bool invalidate(uint32_t key) = 0;

  virtual void raise(QueuePairEvent event) = 0;

protected:
  ~TransportEnvironment() = default;
};

} // namespace dpa

#endif
