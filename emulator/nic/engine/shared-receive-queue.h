// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Receive entries that several queue pairs take from: a list in a ring, in which
// each entry names the next (mlx5_wqe_srq_next_seg), or the ring as it is. Begins at
// entry 0; the word in
// the doorbell record counts the entries that were ever posted. Thread safe.
#ifndef DPA_EMULATOR_NIC_ENGINE_SHARED_RECEIVE_QUEUE_H
#define DPA_EMULATOR_NIC_ENGINE_SHARED_RECEIVE_QUEUE_H

#include "emulator/interface/host-nic.h"
#include "emulator/nic/queue/queue-users.h"
#include "emulator/nic/queue/work-ring.h"

#include <mutex>
#include <optional>

namespace dpa {

/// What a shared receive queue is made of.
struct SharedReceiveQueueParts {
  uint32_t number = 0;
  SharedReceiveQueueSettings settings;
  QueueMemory ring;
  QueueMemory record;
  NicObserver *observer = nullptr;  ///< outlives the use of the queue; or null
  CardObserver *accesses = nullptr; ///< the same, of accesses to the ring
};

class EmulatedSharedReceiveQueue {
public:
  explicit EmulatedSharedReceiveQueue(const SharedReceiveQueueParts &parts);

  uint32_t number() const { return parts_.number; }
  const void *domain() const { return parts_.settings.domain; }
  size_t stride() const { return ring_.stride(); }
  bool isLinkedList() const { return parts_.settings.isLinkedList; }

  /// Queue pairs that take its entries.
  QueueUsers &users() { return users_; }

  /// Takes the next entry and copies it to `entry`, stride() bytes. Returns its
  /// index; nothing if none is posted.
  std::optional<uint16_t> take(std::span<std::byte> entry) noexcept;
  /// The event is raised once when fewer entries than this are posted; 0: none.
  void setLimit(uint16_t limit);
  uint16_t limit() const;
  /// Ring and record are not accessed any more.
  void close() noexcept;

private:
  uint16_t posted() const;
  void checkLimit();

  const SharedReceiveQueueParts parts_;
  const WorkRing ring_;
  QueueUsers users_;

  mutable std::mutex lock_; ///< of what follows
  uint16_t next_ = 0;       ///< index of the entry to be taken
  uint16_t taken_ = 0;
  uint16_t limit_ = 0;
  bool isClosed_ = false;
};

} // namespace dpa

#endif
