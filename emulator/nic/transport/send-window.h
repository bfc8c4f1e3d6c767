// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The requests of a send queue that have begun and not completed, oldest first,
// with copies of their segments. All memory is part of the object.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_SEND_WINDOW_H
#define DPA_EMULATOR_NIC_TRANSPORT_SEND_WINDOW_H

#include "emulator/nic/transport/environment.h"

#include <array>

namespace dpa {

/// A request with its place in the sequence of packets.
struct FlyingRequest {
  WorkRequest request; ///< `path` is not kept; `segments` are the copies
  TransportStatus status = TransportStatus::Ok;
  uint64_t length = 0;
  uint64_t firstPsn = 0;
  uint64_t endPsn = 0;   ///< behind the last packet
  bool isIssued = false; ///< reads and atomics: the request is on its way
  bool isDone = false;   ///< Local requests

  bool needsResponse() const {
    return request.operation == SendOperation::Read || isAtomic();
  }
  bool isAtomic() const {
    return request.operation == SendOperation::CompareSwap ||
           request.operation == SendOperation::FetchAdd;
  }
};

class SendWindow {
public:
  bool isEmpty() const { return head_ == tail_; }
  /// Whether a request of any shape fits.
  bool hasSpace() const {
    return tail_ - head_ < requests_.size() &&
           segmentTail_ + 2 * maximumSegments - segmentHead_ <=
               segments_.size();
  }
  /// Requests have consecutive numbers: head() to tail() - 1.
  uint64_t head() const { return head_; }
  uint64_t tail() const { return tail_; }
  FlyingRequest &at(uint64_t number) {
    return requests_[number % requests_.size()];
  }
  const FlyingRequest &at(uint64_t number) const {
    return requests_[number % requests_.size()];
  }

  /// Adds a request after hasSpace(), with at most maximumSegments segments.
  FlyingRequest &push(const WorkRequest &request);
  /// Removes the oldest request.
  void pop();
  void clear();

private:
  std::array<FlyingRequest, 256> requests_;
  std::array<MemorySegment, 1024> segments_;
  uint64_t head_ = 0;
  uint64_t tail_ = 0;
  uint64_t segmentHead_ = 0; ///< the oldest segment in use
  uint64_t segmentTail_ = 0;
};

} // namespace dpa

#endif
