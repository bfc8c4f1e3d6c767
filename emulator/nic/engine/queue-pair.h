// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue pair of the card: the transport with its rings and memory, and the threads
// that work on it. A doorbell or a packet is served on its thread up to a bound, the
// rest by background work, which also has the timers. Packets are sent without the
// lock, so that the answer may reach this queue pair or its peer before send()
// returns. Thread safe.
#ifndef DPA_EMULATOR_NIC_ENGINE_QUEUE_PAIR_H
#define DPA_EMULATOR_NIC_ENGINE_QUEUE_PAIR_H

#include "emulator/memory/revocable.h"
#include "emulator/nic/engine/frame-sender.h"
#include "emulator/nic/engine/queue-pair-environment.h"
#include "emulator/schedule/background.h"
#include "emulator/trace/kept-cause.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace dpa {

class EmulatedQueuePair
    : public BackgroundWork,
      public std::enable_shared_from_this<EmulatedQueuePair> {
public:
  /// Steps (a request taken, a packet, a completion) before a doorbell returns.
  static constexpr unsigned doorbellSteps = 128;
  /// The same for a packet.
  static constexpr unsigned packetSteps = 8;

  /// The references outlive it.
  EmulatedQueuePair(QueuePairParts parts, PacketSender &sender,
                    Background &background);

  uint32_t number() const { return parts().number; }
  uint32_t uar() const { return parts().settings.uar; }
  const QueuePairParts &parts() const { return environment_.parts(); }
  /// Of the device, through which it sends; 1 before it is set.
  uint32_t port() const { return port_; }

  Result<void> modify(const QueuePairAttributes &changes, uint32_t mask);
  QueuePairAttributes attributes();
  TransportCounters counters() const;

  /// Send entries before this index are valid.
  void ring(uint16_t producerIndex) noexcept;
  /// The same with the index in the doorbell record, unless it names more entries than
  /// the ring has.
  void ringFromRecord() noexcept;
  /// A packet whose destination it is.
  void deliver(const RoceFrameView &view) noexcept;
  /// Whether its state permits requests of the other end.
  bool receivesRequests() const;
  /// One of its completion queues has failed.
  void completionQueueFailed() noexcept;
  /// Rings and memory are not accessed any more, nothing is sent or reported.
  void close() noexcept;

  State state(uint64_t now) const noexcept override;
  uint64_t due() const noexcept override;
  void step(uint64_t now) noexcept override;

private:
  using Guard = std::unique_lock<std::mutex>;

  Result<void> checkMtu(const QueuePairAttributes &changes,
                        uint32_t mask) const;
  void usePort(uint32_t port);
  void serve(Guard &guard, unsigned steps) noexcept {
    serve(guard, steps, timerNow());
  }
  void serve(Guard &guard, unsigned steps, uint64_t now) noexcept;
  void settle(Guard &guard, uint64_t now) noexcept;
  bool failWithQueue();
  bool updateState(uint64_t now);
  uint64_t timerNow() const noexcept;
  void reportLastEntry();

  PacketSender &sender_;
  Background &background_;

  // What state() may know without a lock. Moments are timer time.
  std::atomic<bool> isServing_ = false; ///< a thread is in serve(); by lock_
  std::atomic<bool> isReady_ = false;
  std::atomic<uint64_t> due_ = UINT64_MAX;
  std::atomic<uint64_t> lingersUntil_ = 0; ///< stays posted until this moment
  std::atomic<bool> flushesReceives_ = false; ///< also those posted from now on
  std::atomic<bool> needsQueues_ = false; ///< its completion queues must work
  std::atomic<bool> hasQueueFailed_ = false; ///< while it needed it
  std::atomic<uint32_t> port_ = 1;           ///< changed under lock_
  mutable Revocable rings_;                  ///< its use of their memory

  mutable std::mutex lock_; ///< of what follows
  trace::KeptCause cause_;  ///< the last doorbell
  std::condition_variable served_;
  std::thread::id server_; ///< that thread
  bool isClosed_ = false;
  bool hasReportedLastEntry_ = false;
  QueuePairEnvironment environment_;
  TransportQueuePair pair_;
};

} // namespace dpa

#endif
