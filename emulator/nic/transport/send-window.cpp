// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Segments of a request are adjacent: a list that would wrap begins at the start
// of the ring.
#include "emulator/nic/transport/send-window.h"

#include <algorithm>

namespace dpa {

FlyingRequest &SendWindow::push(const WorkRequest &request) {
  const size_t count = std::min(request.segments.size(), maximumSegments);
  const uint64_t place = segmentTail_ % segments_.size();
  if (place + count > segments_.size())
    segmentTail_ += segments_.size() - place;
  MemorySegment *copies = &segments_[segmentTail_ % segments_.size()];
  std::copy_n(request.segments.begin(), count, copies);
  FlyingRequest &added = at(tail_);
  added = {};
  added.request = request;
  added.request.path = nullptr;
  added.request.segments = {copies, count};
  segmentTail_ += count;
  ++tail_;
  return added;
}

void SendWindow::pop() {
  ++head_;
  if (isEmpty()) {
    segmentHead_ = segmentTail_;
    return;
  }
  // The oldest request that is left begins where its segments are.
  const auto place = static_cast<uint64_t>(at(head_).request.segments.data() -
                                           segments_.data());
  const uint64_t here = segmentHead_ % segments_.size();
  segmentHead_ += (place + segments_.size() - here) % segments_.size();
}

void SendWindow::clear() {
  head_ = tail_ = 0;
  segmentHead_ = segmentTail_ = 0;
}

} // namespace dpa
