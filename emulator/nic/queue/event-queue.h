// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event queue (EQ): a ring of 64-byte entries (EQE) in memory that is polled,
// one for each event of a completion queue. Owner bits are as in completion
// queues. An armed EQ starts its target after the next entry; a doorbell sets the
// consumer index and may arm it again. An event that finds the ring full breaks
// the queue permanently. Thread safe.
#ifndef DPA_EMULATOR_NIC_QUEUE_EVENT_QUEUE_H
#define DPA_EMULATOR_NIC_QUEUE_EVENT_QUEUE_H

#include "emulator/interface/nic.h"
#include "emulator/nic/data/queue-memory.h"
#include "emulator/nic/queue/event-target.h"
#include "emulator/nic/queue/queue-log.h"

#include <memory>
#include <mutex>

namespace dpa {

class EmulatedEq : public EventTarget {
public:
  static constexpr uint64_t entrySize = 64;
  static constexpr uint32_t indexMask = 0x3ffffff; ///< of a consumer index

  /// `target` may be null. `ring` is the memory that the settings name.
  EmulatedEq(uint32_t number, const EqSettings &settings, QueueMemory ring,
             std::weak_ptr<EventTarget> target, std::shared_ptr<QueueLog> log)
      : number_(number), settings_(settings), ring_(std::move(ring)),
        target_(std::move(target)), log_(std::move(log)) {}

  uint32_t number() const { return number_; }
  uint32_t uar() const { return settings_.uar; }

  void event(uint32_t completionQueue) noexcept override;
  bool isStarted() const noexcept override;

  /// The doorbell: entries before `consumerIndex` are free. With `arms`, entries
  /// from there on start the target, immediately if there are any.
  void setConsumer(uint32_t consumerIndex, bool arms);
  /// Memory is not accessed any more.
  void close();

private:
  bool write(uint32_t completionQueue);
  void fire() const;

  const uint32_t number_;
  const EqSettings settings_;
  const QueueMemory ring_;
  const std::weak_ptr<EventTarget> target_;
  const std::shared_ptr<QueueLog> log_;

  std::mutex lock_; ///< of what follows
  uint32_t produced_ = 0;
  uint32_t consumed_ = 0;
  bool isArmed_ = true;
  bool isBroken_ = false;
};

} // namespace dpa

#endif
