// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Receive queues on the program's side: rings of entries that are lists of data
// segments, in the layout of mlx5 cards. The entries of a queue pair's own ring are
// used in order. Those of a shared one form a linked list, because they complete in
// any order: each names the next one, and completed ones are added to its end.
#ifndef DPA_EMULATOR_VERBS_RECEIVE_RINGS_H
#define DPA_EMULATOR_VERBS_RECEIVE_RINGS_H

#include "emulator/interface/queue-pair.h"
#include "emulator/verbs/ring-memory.h"

#include <atomic>
#include <infiniband/verbs.h>
#include <mutex>
#include <span>
#include <vector>

namespace dpa::verbs {

struct ReceiveShape {
  uint8_t logEntries = 0;
  uint8_t logStride = 0; ///< bytes of an entry, log 2
  uint32_t elements = 0; ///< scatter/gather elements of a request
};

/// For this many requests; false: too large. No requests: an empty shape.
bool shapeFor(uint32_t requests, uint32_t elements, ReceiveShape &shape);
bool sharedShapeFor(uint32_t requests, uint32_t elements, ReceiveShape &shape);

class ReceiveRing {
public:
  explicit ReceiveRing(const ReceiveShape &shape);

  const ReceiveShape &shape() const { return shape_; }
  RingSettings settings() const;
  /// That fit.
  uint32_t requests() const { return static_cast<uint32_t>(ids_.size()); }
  void reset();

  /// 0, or the errno with which the request is refused. The caller holds the
  /// queue's lock.
  int post(uint64_t id, std::span<const ibv_sge> elements);
  uint32_t producer() const { return posted_; }
  /// The oldest request is done: its id. May run beside post(), but not beside
  /// itself.
  uint64_t complete();

private:
  const ReceiveShape shape_;
  const RingMemory memory_;
  std::vector<uint64_t> ids_;
  uint32_t posted_ = 0;
  std::atomic<uint32_t> completed_ = 0;
};

class SharedReceiveRing {
public:
  explicit SharedReceiveRing(const ReceiveShape &shape);

  const ReceiveShape &shape() const { return shape_; }
  RingSettings settings() const;
  uint32_t requests() const { return static_cast<uint32_t>(ids_.size()) - 1; }
  /// The list of free entries, for a program that posts by itself.
  uint16_t firstFree() const { return first_; }
  uint16_t lastFree() const { return last_; }

  /// As ReceiveRing::post().
  int post(uint64_t id, std::span<const ibv_sge> elements);
  uint32_t producer() const { return posted_; }
  /// The request in this entry is done: its id. Thread safe.
  uint64_t complete(uint16_t entry);

private:
  std::byte *entry(uint32_t index) const;
  uint16_t nextOf(uint32_t index) const;
  void setNext(uint32_t index, uint16_t next);

  const ReceiveShape shape_;
  const RingMemory memory_;
  std::mutex lock_;
  std::vector<uint64_t> ids_;
  uint32_t posted_ = 0;
  uint16_t first_ = 0; ///< the next free entry
  uint16_t last_ = 0;  ///< of the list; never used, so that it has an end
};

} // namespace dpa::verbs

#endif
