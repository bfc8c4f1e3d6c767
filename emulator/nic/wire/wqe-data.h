// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data segments of WQEs, for the readers of this folder only: the segments that
// are left of a WQE, and the lists of pointers and inline data at its end.
#ifndef DPA_EMULATOR_NIC_WIRE_WQE_DATA_H
#define DPA_EMULATOR_NIC_WIRE_WQE_DATA_H

#include "emulator/nic/wire/wqe.h"

#include <algorithm>

namespace dpa {

using WqeFailure = std::optional<WqeError>;

inline WqeFailure malformedWqe(const char *why) {
  return WqeError{DPA_SYNDROME_LOCAL_QP_OPERATION, why};
}

/// The segments of a WQE that have not been read yet.
class WqeSegments {
public:
  explicit WqeSegments(ByteView bytes) : left_(bytes) {}

  bool isEmpty() const { return left_.empty(); }
  ByteView left() const { return left_; }
  /// The next segment; null if there is none.
  const std::byte *next() {
    const std::byte *segment =
        left_.size() < DPA_WQE_SEGMENT ? nullptr : left_.data();
    skip(DPA_WQE_SEGMENT);
    return segment;
  }
  /// Skips the segments that `bytes` bytes occupy.
  void skip(uint64_t bytes) {
    uint64_t rounded =
        (bytes + DPA_WQE_SEGMENT - 1) / DPA_WQE_SEGMENT * DPA_WQE_SEGMENT;
    left_ = left_.subspan(std::min<uint64_t>(rounded, left_.size()));
  }

private:
  ByteView left_;
};

/// All segments that are left: pointers and inline data.
WqeFailure readWqeData(WqeSegments &segments, WireQueue queue,
                       WqeDataList &list);

/// Pointers only: memory that the card writes.
WqeFailure readWqeTargets(WqeSegments &segments, WqeDataList &list);

} // namespace dpa

#endif
