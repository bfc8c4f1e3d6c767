// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs: how they are made, their states and attributes. Part of device.h,
// which is the header to include.
#ifndef DPA_EMULATOR_INTERFACE_QUEUE_PAIR_H
#define DPA_EMULATOR_INTERFACE_QUEUE_PAIR_H

#include "emulator/interface/nic.h"
#include "emulator/interface/roce-path.h"

#include <cstdint>
#include <string>

namespace dpa {

/// The values are those of enum ibv_qp_type.
enum class QueuePairType : uint8_t {
  ReliableConnection = 2,
  UnreliableConnection = 3,
  UnreliableDatagram = 4,
};

/// The values are those of enum ibv_qp_state.
enum class QueuePairState : uint8_t {
  Reset = 0,
  Init = 1,
  ReadyToReceive = 2,
  ReadyToSend = 3,
  SendDrained = 4,
  SendError = 5,
  Error = 6,
};

/// Which attributes a change sets. The values are those of enum ibv_qp_attr_mask.
namespace queuePairAttribute {
inline constexpr uint32_t state = 1u << 0;
inline constexpr uint32_t currentState = 1u << 1;
inline constexpr uint32_t notifiesDrained = 1u << 2;
inline constexpr uint32_t access = 1u << 3;
inline constexpr uint32_t partitionKey = 1u << 4;
inline constexpr uint32_t port = 1u << 5;
inline constexpr uint32_t queueKey = 1u << 6;
inline constexpr uint32_t path = 1u << 7;
inline constexpr uint32_t pathMtu = 1u << 8;
inline constexpr uint32_t timeout = 1u << 9;
inline constexpr uint32_t retryCount = 1u << 10;
inline constexpr uint32_t rnrRetry = 1u << 11;
inline constexpr uint32_t receivePsn = 1u << 12;
inline constexpr uint32_t maxReads = 1u << 13;
inline constexpr uint32_t alternatePath = 1u << 14;
inline constexpr uint32_t minRnrTimer = 1u << 15;
inline constexpr uint32_t sendPsn = 1u << 16;
inline constexpr uint32_t maxRemoteReads = 1u << 17;
inline constexpr uint32_t migration = 1u << 18;
inline constexpr uint32_t remoteQp = 1u << 20;
} // namespace queuePairAttribute

/// Operations that the other end may perform. The values are those of enum
/// ibv_access_flags.
namespace remoteAccess {
inline constexpr uint8_t write = 1u << 1;
inline constexpr uint8_t read = 1u << 2;
inline constexpr uint8_t atomic = 1u << 3;
} // namespace remoteAccess

struct QueuePairAttributes {
  QueuePairState state = QueuePairState::Reset;
  QueuePairState currentState = QueuePairState::Reset; ///< a claim to check
  bool notifiesDrained = false;
  uint8_t access = 0; ///< remoteAccess
  uint16_t partitionKeyIndex = 0;
  uint8_t port = 1;
  uint32_t queueKey = 0;
  RocePath path;
  uint16_t pathMtu = 1024; ///< bytes
  uint8_t timeout = 0;     ///< 4.096 us times 2 to this power; 0: none
  uint8_t retryCount = 0;  ///< 0 to 7
  uint8_t rnrRetry = 0;    ///< 0 to 6; 7: no limit
  uint32_t receivePsn = 0;
  uint32_t sendPsn = 0;
  uint8_t maxReads = 0;       ///< that this end may have in flight
  uint8_t maxRemoteReads = 0; ///< that the other end may have in flight
  uint8_t minRnrTimer = 0;
  uint32_t remoteQp = 0;
};

/// Asynchronous events.
enum class QueuePairEvent : uint8_t {
  Established,  ///< first packet in RTR
  Drained,      ///< in SQD, all requests have completed
  AccessError,  ///< the responder rejected an access
  RequestError, ///< the responder rejected a request
  Fatal,        ///< the responder could not perform a request
};

/// The ring of a send or receive queue.
struct RingSettings {
  QueuePlace ring;       ///< address and umem 0: it has no such queue
  uint8_t logDepth = 0;  ///< entries: 2 to this power, 15 at most
  uint8_t logStride = 6; ///< bytes of an entry, log 2; send queues: 6
};

struct QueuePairSettings {
  uint32_t device = 0; ///< as in CqSettings; of queue pairs of processes only
  QueuePairType type = QueuePairType::ReliableConnection;
  RingSettings send; ///< address 0: none
  RingSettings
      receive; ///< the same; without meaning if there is a shared queue
  /// Number of a shared receive queue of the same device; 0: none.
  uint32_t sharedReceiveQueue = 0;
  /// Two words: the receive index, which is always read from here, and the send
  /// index, which the doorbell has.
  QueuePlace doorbellRecord;
  /// Numbers of completion queues of the device; 0 for one of both: the other.
  uint32_t sendCompletions = 0;
  uint32_t receiveCompletions = 0;
  uint32_t uar = 0;
  uint32_t userIndex = 0; ///< 24 bits, in completions
  /// Protection domain, as the program names it.
  const void *domain = nullptr;
};

/// Begins in the state RESET.
class QueuePair {
public:
  virtual ~QueuePair() = default;
  /// 24 bits, unique among the work queues and queue pairs of the device.
  virtual uint32_t number() const = 0;
  /// Changes the attributes and the state that `mask` names. False, with the
  /// reason in `error`, and nothing changed: the state machine of the InfiniBand
  /// specification does not permit it, or a value is out of range.
  virtual bool modify(const QueuePairAttributes &changes, uint32_t mask,
                      std::string &error) = 0;
  virtual QueuePairAttributes attributes() const = 0;
  /// The doorbell for callers on the host: send entries before this index are valid.
  virtual void ring(uint16_t producerIndex) = 0;
};

/// Receive buffers that several queue pairs share: a linked list of entries in a
/// ring (layout: mlx5_wqe_srq_next_seg).
struct SharedReceiveQueueSettings {
  uint32_t device = 0; ///< as in CqSettings; of queues of processes only
  RingSettings receive;
  QueuePlace doorbellRecord;
  const void *domain = nullptr;
  bool isLinkedList = true; ///< else entries follow each other, without a link
};

class SharedReceiveQueue {
public:
  virtual ~SharedReceiveQueue() = default;
  /// 24 bits, unique on the device.
  virtual uint32_t number() const = 0;
  /// An event is raised once when fewer entries than this are posted; 0: none.
  virtual void setLimit(uint16_t limit) = 0;
  virtual uint16_t limit() const = 0;
  /// No queue pair can use it any more. False, and nothing changed: some do.
  virtual bool retire() = 0;
};

} // namespace dpa

#endif
