// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A receive queue of Ethernet frames. Its entries, which name buffers, are valid
// up to the producer index in its doorbell record. A frame that finds no entry, or
// no room in the completion queue, is dropped and counted; one that its buffers
// cannot hold puts the queue into the error state, in which entries complete as
// flushed. A reset empties the queue; the host makes it ready again. Thread safe.
#ifndef DPA_EMULATOR_NIC_ENGINE_RECEIVE_QUEUE_H
#define DPA_EMULATOR_NIC_ENGINE_RECEIVE_QUEUE_H

#include "base/short-lock.h"
#include "emulator/nic/engine/work-queue.h"
#include "emulator/nic/port/link.h"
#include "emulator/nic/queue/work-ring.h"
#include "emulator/nic/wire/frame.h"
#include "emulator/nic/wire/wqe.h"

#include <atomic>

namespace dpa {

class EmulatedReceiveQueue {
public:
  explicit EmulatedReceiveQueue(WorkQueueParts parts);

  uint32_t number() const { return parts_.number; }
  EmulatedCq &completions() const { return *parts_.completions; }
  /// What it reads as its doorbell record.
  const QueueMemory &record() const { return parts_.record; }

  /// `headers` are those of the frame.
  void deliver(Frame frame, const FrameHeaders &headers) noexcept;
  /// The same if isReady(); otherwise changes nothing and returns false.
  bool deliverIfReady(Frame frame, const FrameHeaders &headers) noexcept;
  /// Whether deliver() would not drop a frame, and the event of its completion
  /// would reach a thread. Frames are dropped in the error state in any case.
  bool isReady() const noexcept;
  /// Frames for which there was no entry, or no room for a completion.
  uint64_t dropped() const { return dropped_; }

  void setError() noexcept;
  ReceiveQueueView view() const;
  /// See HostNic::changeReceiveQueue().
  bool change(ReceiveQueueState from, ReceiveQueueState to) noexcept;
  /// Ring and memory are not accessed any more.
  void close() noexcept;

private:
  static constexpr size_t strideMax = size_t(1) << DPA_RQ_LOG_STRIDE_MAX;

  bool isReceiving() const { return state_ == ReceiveQueueState::Ready; }
  uint16_t posted() const;
  bool hasEntry() const;
  void accept(Frame frame, const FrameHeaders &headers);
  void drop();
  std::optional<WqeError> readEntry();
  std::optional<WqeError> fill(Frame frame);
  std::optional<WqeError> fillParts(Frame frame);
  void advance();
  void push(Completion &completion);
  void push(Completion &&completion) { push(completion); }
  void fail(const WqeError &error);
  void flush();

  const WorkQueueParts parts_;
  const WorkRing ring_;
  std::atomic<uint64_t> dropped_ = 0;

  mutable ShortLock lock_; ///< of what follows
  KeyedMemory memory_;
  uint16_t consumer_ = 0; ///< entries that were taken
  /// The producer index when the record was read last.
  mutable uint16_t producer_ = 0;
  uint16_t next_ = 0; ///< index of the entry to be taken
  ReceiveQueueState state_;
  bool isClosed_ = false;
  bool hasReportedEmpty_ = false;
  bool hasReportedFull_ = false;
  bool hasReportedLoss_ = false; ///< of a completion
  ReceiveRequest request_;
};

} // namespace dpa

#endif
