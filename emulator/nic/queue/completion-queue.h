// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A completion queue (CQ): a ring of 64-byte entries in memory that is polled. An
// entry of pass n (from 0) has n's lowest bit as its owner bit, in its last byte.
// An armed CQ raises one event after its next completions, as its moderation says.
// Without ignoresOverrun a completion that finds the ring full, by the consumer
// index in the doorbell record, breaks the CQ permanently; hasRoom() is for those
// that can wait. With compression, completions may be collected until background
// work runs, but not beyond an event. Thread safe.
#ifndef DPA_EMULATOR_NIC_QUEUE_COMPLETION_QUEUE_H
#define DPA_EMULATOR_NIC_QUEUE_COMPLETION_QUEUE_H

#include "base/short-lock.h"
#include "emulator/interface/card-access.h"
#include "emulator/nic/data/queue-memory.h"
#include "emulator/nic/queue/cqe-compression.h"
#include "emulator/nic/queue/event-moderation.h"
#include "emulator/nic/queue/event-target.h"
#include "emulator/nic/queue/queue-users.h"
#include "emulator/schedule/background.h"
#include "emulator/trace/kept-cause.h"

#include <atomic>
#include <memory>

namespace dpa {

class EmulatedCq : public BackgroundWork,
                   public std::enable_shared_from_this<EmulatedCq> {
public:
  static constexpr uint64_t entrySize = DPA_CQE_SIZE;
  static constexpr uint32_t indexMask = 0xffffff; ///< of a consumer index

  /// `ring` and `record` are the memory that the settings name; `target` may be
  /// null. Without `background`, which outlives it, the period of moderation is 0
  /// and each completion is written at once.
  EmulatedCq(uint32_t number, const CqSettings &settings, QueueMemory ring,
             QueueMemory record, std::weak_ptr<EventTarget> target,
             Background *background = nullptr);

  /// Reads the doorbell record from there instead. Before the first use.
  void setRecord(QueueMemory record) {
    record_ = std::move(record);
    consumed_ = unknownConsumed();
  }
  /// Writes of entries are reported to `observer`, until the queue is closed.
  /// Before the first use.
  void setObserver(CardObserver &observer) { observer_ = &observer; }

  uint32_t number() const { return number_; }
  uint32_t uar() const { return settings_.uar; }

  enum class Push : uint8_t {
    Done,
    Overrun,  ///< the ring was full: the CQ is broken from now on
    Unmapped, ///< the program has unmapped the ring: the same
    Broken,   ///< broken already, or closed
  };
  /// Writes the completion with the present time of the card's clock, which becomes its time
  /// stamp: nanoseconds.
  Push push(Completion &completion);
  Push push(Completion &&completion) { return push(completion); }
  bool hasRoom() const;
  /// Whether an event would reach its target: one that was not started loses it.
  bool isTargetStarted() const;
  /// Memory and record are not accessed any more.
  void close();

  /// The next completion after `consumerIndex` raises an event; one that exists
  /// counts. With `solicited`, only solicited ones and errors do.
  void arm(uint32_t consumerIndex, bool solicited = false);
  /// The same as the second word of the doorbell record says. False, and nothing done: it
  /// has not changed since the last call.
  bool armFromRecord();

  /// Copies the entries that were not consumed into another ring and continues
  /// there. False: they do not fit.
  bool resize(QueueMemory ring, uint8_t logDepth);
  /// See HostCompletionQueue::changeRing().
  CqRingChange changeRing(QueueMemory ring, uint8_t logDepth);

  CqModeration moderation() const;
  void setModeration(const CqModeration &moderation);
  void setIgnoresOverrun(bool ignores) { ignoresOverrun_ = ignores; }

  /// Work queues that complete here.
  QueueUsers &users() { return users_; }

  State state(uint64_t now) const noexcept override;
  uint64_t due() const noexcept override { return due_; }
  void step(uint64_t now) noexcept override;

private:
  static constexpr uint64_t never = EventModeration::never;

  bool isFull() const;
  bool isFull(uint32_t consumed) const;
  /// A consumer index with which the queue is full.
  uint32_t unknownConsumed() const { return produced_ - (1u << logDepth_); }
  uint64_t placeOf(uint32_t index) const;
  static bool isUrgent(const Completion &completion);
  Push add(const Completion &completion);
  Push addCompressed(const Completion &completion);
  Push write(uint32_t index, CqeBytes &entry);
  Push writeNext(CqeBytes &&entry);
  Push writeCollected();
  uint8_t validity(uint32_t index) const;
  CqRingChange checkRingChange(uint8_t logDepth) const;
  void countResizeEntry();
  uint64_t now() const { return background_ ? background_->now() : 0; }
  bool mayRaise() const { return isArmed_ || settings_.isAlwaysArmed; }
  bool takeEvent(uint64_t now);
  void postLater();
  void fire() const;

  const uint32_t number_;
  const CqSettings settings_;
  QueueMemory record_;
  CardObserver *observer_ = nullptr;
  const std::weak_ptr<EventTarget> target_;
  Background *const background_;

  QueueUsers users_;
  mutable std::atomic<bool> hasStartedTarget_ = false; ///< seen once
  trace::KeptCause cause_; ///< of a completion whose event is raised later
  std::atomic<uint32_t> recordedArm_ = 0; ///< that word at the last call
  /// When step() has something to do: 0 at once, never; changes under the lock.
  std::atomic<uint64_t> due_ = never;

  /// Of what follows; hasRoom() reads atomic members without it.
  mutable ShortLock lock_;
  QueueMemory ring_;
  std::atomic<uint8_t> logDepth_ = settings_.logDepth;
  std::atomic<bool> ignoresOverrun_ = settings_.ignoresOverrun;
  EventModeration moderation_;
  CqeCompression compression_;
  std::atomic<uint32_t> produced_ = 0; ///< entries, free running
  /// The consumer index when the record was read last: entries before it are free.
  mutable std::atomic<uint32_t> consumed_ = unknownConsumed();
  uint64_t newest_ = 0; ///< time stamp of the newest completion
  uint32_t urgent_ = 0; ///< behind the last that is solicited or an error
  bool isArmed_;
  bool isForSolicited_ = false; ///< armed for these only
  std::atomic<bool> isBroken_ = false;
};

} // namespace dpa

#endif
