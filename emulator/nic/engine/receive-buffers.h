// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a queue pair takes its receive entries from: a ring of its own, or a shared
// receive queue. Used by one thread at a time, except isPosted().
#ifndef DPA_EMULATOR_NIC_ENGINE_RECEIVE_BUFFERS_H
#define DPA_EMULATOR_NIC_ENGINE_RECEIVE_BUFFERS_H

#include "emulator/nic/engine/queue-pair-parts.h"
#include "emulator/nic/queue/work-ring.h"
#include "emulator/nic/transport/environment.h"
#include "emulator/nic/wire/wqe.h"

#include <atomic>

namespace dpa {

class ReceiveBuffers {
public:
  explicit ReceiveBuffers(const QueuePairParts &parts);

  bool isShared() const { return shared_ != nullptr; }
  /// Whether take() would return true; for rings of its own.
  bool isPosted() const { return posted() != 0; }
  /// Takes the next entry; its cookie is its index. False: none is posted. One
  /// that cannot be read is a buffer that permits nothing, and `error` says why.
  bool take(ReceiveBuffer &buffer, std::optional<WqeError> &error);
  /// The ring begins anew.
  void reset() { consumer_ = 0; }

private:
  static constexpr size_t strideMax = size_t(1) << DPA_RQ_LOG_STRIDE_MAX;

  uint16_t posted() const;

  const bool hasRing_;
  const QueueMemory record_;
  const WorkRing ring_;
  const std::shared_ptr<EmulatedSharedReceiveQueue> shared_;
  std::atomic<uint16_t> consumer_ = 0;
  std::array<std::byte, strideMax> entry_;
  ReceiveRequest request_;
  std::array<MemorySegment, maximumSegments> segments_;
};

} // namespace dpa

#endif
