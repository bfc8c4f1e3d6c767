// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a responder still has to send: results of reads and atomic operations in
// the order of their requests, then one acknowledgement for everything. Reads are
// kept as what is left of them; their data is read when it is sent.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_REPLY_QUEUE_H
#define DPA_EMULATOR_NIC_TRANSPORT_REPLY_QUEUE_H

#include "emulator/nic/transport/attributes.h"

#include <array>
#include <cstdint>

namespace dpa {

/// The result of a read or atomic operation.
struct Reply {
  bool isAtomic = false;
  bool isRepeated = false; ///< the request was a duplicate
  bool hasBegun = false;   ///< reads: a packet has been sent
  uint64_t psn = 0;        ///< of the next packet
  uint32_t msn = 0;
  uint64_t original = 0; ///< atomics
  // Reads: what is left
  uint64_t address = 0;
  uint32_t key = 0;
  uint64_t length = 0;
};

class ReplyQueue {
public:
  bool isEmpty() const { return head_ == tail_; }
  /// Replies to new requests, and to duplicates.
  size_t newCount() const { return tail_ - head_ - repeatedCount_; }
  size_t repeatedCount() const { return repeatedCount_; }
  Reply &front() { return replies_[head_ % replies_.size()]; }

  /// After newCount() or repeatedCount() was below maximumReads.
  void push(const Reply &reply) {
    replies_[tail_ % replies_.size()] = reply;
    ++tail_;
    repeatedCount_ += reply.isRepeated ? 1 : 0;
  }
  void pop() {
    repeatedCount_ -= front().isRepeated ? 1 : 0;
    ++head_;
  }
  void clear() {
    head_ = tail_ = 0;
    repeatedCount_ = 0;
  }
  /// Whether a read that has not begun waits at `psn`.
  bool hasReadAt(uint64_t psn) const {
    for (uint64_t i = head_; i != tail_; ++i) {
      const Reply &reply = replies_[i % replies_.size()];
      if (!reply.isAtomic && !reply.hasBegun && reply.psn == psn)
        return true;
    }
    return false;
  }

private:
  std::array<Reply, size_t{2} * maximumReads> replies_;
  uint64_t head_ = 0;
  uint64_t tail_ = 0;
  size_t repeatedCount_ = 0;
};

/// Results of the newest atomic operations, for duplicates of their requests.
class AtomicResults {
public:
  void add(uint64_t psn, uint64_t original) {
    results_[next_ % results_.size()] = {psn, original};
    ++next_;
  }
  void clear() {
    results_ = {};
    next_ = 0;
  }
  /// Null: too old, or not an atomic operation.
  const uint64_t *find(uint64_t psn) const {
    for (const Result &result : results_)
      if (result.psn == psn)
        return &result.original;
    return nullptr;
  }

private:
  struct Result {
    uint64_t psn = 0; ///< never that of a packet
    uint64_t original = 0;
  };

  std::array<Result, maximumReads> results_;
  size_t next_ = 0;
};

} // namespace dpa

#endif
