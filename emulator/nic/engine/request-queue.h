// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The send queue of a queue pair: takes entries out of its ring and gives them as
// requests of the transport. Used by one thread at a time, except ring() and
// isEmpty().
#ifndef DPA_EMULATOR_NIC_ENGINE_REQUEST_QUEUE_H
#define DPA_EMULATOR_NIC_ENGINE_REQUEST_QUEUE_H

#include "emulator/nic/queue/work-ring.h"
#include "emulator/nic/transport/environment.h"
#include "emulator/nic/wire/roce-addresses.h"
#include "emulator/nic/wire/wqe.h"

#include <atomic>

namespace dpa {

/// What the completion of an entry needs of it: the cookie of its request.
struct SendEntry {
  uint16_t index = 0;     ///< of its first block
  uint8_t opcode = 0;     ///< DPA_WQE_*
  uint8_t modifier = 0;   ///< of the opcode
  uint8_t completion = 0; ///< DPA_WQE_CE_*

  uint64_t cookie() const;
  static SendEntry of(uint64_t cookie);
};

class RequestQueue {
public:
  /// `ring` may be null.
  RequestQueue(const QueueMemory &ring, unsigned logDepth, WireQueue type,
               const RoceAddresses &addresses, CardObserver *observer = nullptr)
      : hasRing_(ring), ring_(ring, logDepth, DPA_WQE_LOG_BLOCK, observer),
        type_(type), addresses_(&addresses) {}
  /// Of the port from which datagrams are sent from now on; outlives the queue. Not
  /// while take() runs.
  void setAddresses(const RoceAddresses &addresses) { addresses_ = &addresses; }

  /// The entries before this index are valid. No effect without a ring.
  void ring(uint16_t producerIndex) noexcept;
  /// Whether ring() would accept the index, and the ring has so many entries.
  bool isAhead(uint16_t producerIndex) const {
    const auto more = static_cast<uint16_t>(producerIndex - producer_);
    return more != 0 && more <= ring_.depth();
  }
  bool isEmpty() const { return producer_ == consumer_; }
  /// Takes the next entry; there must be one. With an error, request.status has
  /// its syndrome.
  std::optional<WqeError> take(WorkRequest &request);
  /// Inline data of an entry that has not completed.
  void copyInline(const MemorySegment &segment, uint32_t offset,
                  std::span<std::byte> out) const;
  /// The ring begins anew.
  void reset();

private:
  std::optional<WqeError> readEntry(uint16_t available, WqeControl &control);
  std::optional<WqeError> convert(uint16_t index, WorkRequest &request);
  std::optional<WqeError> convertOpcode(WorkRequest &request) const;
  std::optional<WqeError> findPath(WorkRequest &request);

  const bool hasRing_;
  const WorkRing ring_;
  const WireQueue type_;
  const RoceAddresses *addresses_;
  std::atomic<uint16_t> producer_ = 0;
  std::atomic<uint16_t> consumer_ = 0;
  std::array<std::byte, size_t(DPA_WQE_MAX_SEGMENTS) * DPA_WQE_SEGMENT> entry_;
  SendRequest wqe_;
  std::array<MemorySegment, maximumSegments> segments_;
  RocePath path_; ///< of a datagram
};

} // namespace dpa

#endif
