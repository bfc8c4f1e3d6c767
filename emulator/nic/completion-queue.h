// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A completion queue (CQ): a ring of 64-byte entries in memory that is polled. An
// entry of pass n (from 0) has n's lowest bit as its owner bit, in its last byte.
// An armed CQ raises one event at its next completion. Without ignoresOverrun a
// completion that finds the ring full, by the consumer index in the doorbell
// record, breaks the CQ permanently. Thread safe.
#ifndef DPA_EMULATOR_NIC_COMPLETION_QUEUE_H
#define DPA_EMULATOR_NIC_COMPLETION_QUEUE_H

#include "emulator/interface/nic.h"
#include "emulator/nic/event-target.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <span>

namespace dpa {

class EmulatedCq {
public:
  static constexpr uint64_t entrySize = 64;
  static constexpr uint32_t indexMask = 0xffffff; ///< of a consumer index

  /// `ring` and `record` are the host's view of the memory that the settings
  /// name; `target` may be null.
  EmulatedCq(uint32_t number, const CqSettings &settings, std::byte *ring,
             const std::byte *record, std::weak_ptr<EventTarget> target)
      : number_(number), settings_(settings), ring_(ring), record_(record),
        target_(std::move(target)), isArmed_(settings.startsArmed) {}

  /// Reads the doorbell record from there instead.
  void setRecord(const std::byte *record) { record_ = record; }

  uint32_t number() const { return number_; }
  uint32_t uar() const { return settings_.uar; }

  enum class Push : uint8_t {
    Done,
    Overrun, ///< the ring was full: the CQ is broken from now on
    Broken,  ///< broken already
  };
  /// A completion that is all zero but for the owner bit.
  Push pushZero();

  /// The next completion after `consumerIndex` raises an event; one that exists
  /// raises it immediately.
  void arm(uint32_t consumerIndex);

  CqModeration moderation() const;
  void setModeration(const CqModeration &moderation);

private:
  bool isFull() const;
  void write(uint32_t index);
  void fire() const;

  const uint32_t number_;
  const CqSettings settings_;
  std::byte *const ring_;
  std::atomic<const std::byte *> record_;
  const std::weak_ptr<EventTarget> target_;

  mutable std::mutex lock_; ///< of what follows
  CqModeration moderation_ = settings_.moderation;
  uint32_t produced_ = 0;
  bool isArmed_;
  bool isBroken_ = false;
};

} // namespace dpa

#endif
