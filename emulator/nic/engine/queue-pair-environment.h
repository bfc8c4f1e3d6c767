// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What surrounds the transport of one queue pair on the card: its rings, its
// completion queues, memory by key, and the packet that is to be sent. Used by one
// thread at a time, except where stated.
#ifndef DPA_EMULATOR_NIC_ENGINE_QUEUE_PAIR_ENVIRONMENT_H
#define DPA_EMULATOR_NIC_ENGINE_QUEUE_PAIR_ENVIRONMENT_H

#include "emulator/nic/data/keyed-memory.h"
#include "emulator/nic/engine/frame-sender.h"
#include "emulator/nic/engine/queue-pair-parts.h"
#include "emulator/nic/engine/receive-buffers.h"
#include "emulator/nic/engine/request-queue.h"
#include "emulator/nic/transport/queue-pair.h"

namespace dpa {

RoceTransport transportOf(QueuePairType type);

class QueuePairEnvironment final : public TransportEnvironment {
public:
  /// `sender` outlives it.
  QueuePairEnvironment(QueuePairParts parts, const PacketSender &sender);
  /// Before anything else. `pair` is the transport that this surrounds.
  void setPair(const TransportQueuePair &pair) { pair_ = &pair; }
  /// The port that it sends through; 1 by default.
  void setPort(uint32_t port) { port_ = port; }

  const QueuePairParts &parts() const { return parts_; }
  /// Any thread may ring it.
  RequestQueue &requests() { return requests_; }
  ReceiveBuffers &receives() { return receives_; }
  const ReceiveBuffers &receives() const { return receives_; }
  /// What the last step sends; valid until the next one.
  struct Outgoing {
    RocePath path;
    RocePacket packet;
    /// Around the payload of the packet, which is aligned like most memory that
    /// is copied to it.
    alignas(uint64_t) RoceFrame frame;
    DirectSource source; ///< of a burst
  };
  /// Null: it sends nothing.
  Outgoing *takePacket() {
    return std::exchange(hasPacket_, false) ? &outgoing_ : nullptr;
  }
  /// Since it was made or reset, a completion could not be reported.
  bool hasLostCompletion() const { return hasLostCompletion_; }
  /// Number of the completion queue that failed at a completion since the last
  /// call; 0: none.
  uint32_t takeFailedQueue() { return std::exchange(failedQueue_, 0); }
  /// The queue pair was changed to RESET: the rings begin anew.
  void reset();

  std::span<std::byte> payloadBuffer() override {
    return outgoing_.frame.payload();
  }
  void send(const RocePacket &packet, const RocePath *path) override;
  const DirectSource *directSource(const MemorySegment &segment,
                                   uint32_t offset, uint64_t size) override;
  uint64_t writeDirect(const MemorySegment &segment, uint32_t offset,
                       const DirectSource &source, uint64_t from,
                       uint64_t size) override;
  uint64_t writeRemoteDirect(uint32_t key, uint64_t address,
                             const DirectSource &source,
                             uint64_t size) override;
  bool hasRequest() const override { return !requests_.isEmpty(); }
  bool nextRequest(WorkRequest &request) override;
  TransportStatus performLocal(const WorkRequest &request) override;
  void completeSend(const SendCompletion &completion) override;
  bool hasReceive() const override;
  bool takeReceive(ReceiveBuffer &buffer) override;
  void completeReceive(const ReceiveCompletion &completion) override;
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
  void raise(QueuePairEvent event) override;

private:
  bool isInError() const { return pair_->state() == QueuePairState::Error; }
  TransportStatus copy(const MemorySegment &source,
                       const MemorySegment &target);
  void push(EmulatedCq &queue, Completion &&completion);
  void reportFailure(const char *what, unsigned entry, TransportStatus status);

  const QueuePairParts parts_;
  const PacketSender &sender_;
  uint32_t port_ = 1;
  const TransportQueuePair *pair_ = nullptr;
  RequestQueue requests_;
  ReceiveBuffers receives_;
  KeyedMemory memory_;       ///< of work requests
  KeyedMemory remoteMemory_; ///< named by the other end
  Outgoing outgoing_;
  bool hasPacket_ = false;       ///< outgoing_ has to be sent
  const char *reason_ = nullptr; ///< of the last entry that cannot be read
  KeyError keyError_ = KeyError::None; ///< of the last access that was refused
  bool hasReportedFailure_ = false;
  bool hasReportedLoss_ = false; ///< of a completion
  bool hasLostCompletion_ = false;
  uint32_t failedQueue_ = 0;
};

} // namespace dpa

#endif
