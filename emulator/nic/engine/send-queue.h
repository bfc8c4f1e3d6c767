// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A send queue of Ethernet frames. A doorbell gives it the producer index; the
// entries up to there are executed in order: the ringing thread executes some,
// background work the others and those that wait for data. The first error puts the queue into the error
// state, in which entries complete as flushed. Thread safe.
#ifndef DPA_EMULATOR_NIC_ENGINE_SEND_QUEUE_H
#define DPA_EMULATOR_NIC_ENGINE_SEND_QUEUE_H

#include "emulator/interface/host-nic.h"
#include "emulator/nic/engine/data-condition.h"
#include "emulator/nic/engine/frame-builder.h"
#include "emulator/nic/engine/frame-sender.h"
#include "emulator/nic/engine/local-operations.h"
#include "emulator/nic/engine/work-queue.h"
#include "emulator/nic/queue/work-ring.h"
#include "emulator/schedule/background.h"
#include "emulator/trace/kept-cause.h"

#include <atomic>
#include <mutex>

namespace dpa {

class EmulatedSendQueue
    : public BackgroundWork,
      public std::enable_shared_from_this<EmulatedSendQueue> {
public:
  /// Entries that a doorbell executes before it returns.
  static constexpr unsigned immediateMax = 64;

  /// The references outlive it.
  EmulatedSendQueue(WorkQueueParts parts, FrameSender &sender,
                    Background &background);

  uint32_t number() const { return parts_.number; }
  EmulatedCq &completions() const { return *parts_.completions; }
  uint32_t uar() const { return parts_.settings.uar; }

  /// The entries before this index are valid.
  void ring(uint16_t producerIndex) noexcept;
  /// The same with the index in the doorbell record, unless it names more entries than
  /// the ring has.
  void ringFromRecord() noexcept;
  SendQueueView view();
  /// See HostSendQueue::change().
  bool change(WorkQueueState from, WorkQueueState to) noexcept;
  /// Ring and memory are not accessed any more.
  void close() noexcept;

  State state(uint64_t now) const noexcept override;
  void step(uint64_t now) noexcept override;

private:
  bool hasEntries() const {
    return producer_ != consumer_ && state_ != WorkQueueState::Reset;
  }
  bool isInError() const { return state_ == WorkQueueState::Error; }
  unsigned serve(unsigned entriesMax) noexcept;
  bool serveOne() noexcept;
  std::optional<WqeError> process(uint16_t available);
  std::optional<WqeError> readEntry(uint16_t available);
  std::optional<WqeError> execute();
  std::optional<WqeError> wait();
  void complete(const WqeControl &control, uint16_t index,
                const WqeError *error);
  void fail(const WqeControl &control, uint16_t index, const WqeError &error);

  const WorkQueueParts parts_;
  FrameSender &sender_;
  Background &background_;
  const WorkRing ring_;

  std::atomic<uint16_t> producer_ = 0;
  std::atomic<uint16_t> consumer_ = 0; ///< changes under the lock
  std::atomic<bool> isClosed_ = false; ///< the same
  /// The entry at the consumer index waits for the condition; changes under the
  /// lock.
  std::atomic<bool> isWaiting_ = false;
  mutable DataCondition condition_;
  trace::KeptCause cause_; ///< the last doorbell

  std::atomic<WorkQueueState> state_; ///< changes under the lock

  std::mutex lock_; ///< of what follows; held while entries are executed
  bool hasReportedLoss_ = false; ///< of a completion
  std::array<std::byte, size_t(DPA_WQE_MAX_SEGMENTS) * DPA_WQE_SEGMENT> entry_;
  SendRequest request_;
  FrameBuilder frames_;
  LocalOperations local_;
};

} // namespace dpa

#endif
