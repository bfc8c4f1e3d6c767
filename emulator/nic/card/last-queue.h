// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The receive queue that a thread has looked up last, for the rest of a burst of frames: most
// frames of a burst have the same queue. The end of the burst drops the reference, so that a
// destroyed queue is freed.
#ifndef DPA_EMULATOR_NIC_CARD_LAST_QUEUE_H
#define DPA_EMULATOR_NIC_CARD_LAST_QUEUE_H

#include "base/fast-thread-local.h"
#include "emulator/nic/engine/receive-queue.h"

#include <atomic>
#include <memory>
#include <utility>

namespace dpa {

/// The version of a card's table of receive queues. A number is used once in the program: no
/// other version of this or another card has it. Changed under the lock of the table, read
/// without it.
class QueuesVersion {
public:
  void change() { number_.store(next(), std::memory_order_release); }
  uint64_t get() const { return number_.load(std::memory_order_acquire); }

private:
  static uint64_t next() {
    static std::atomic<uint64_t> last = 0;
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  std::atomic<uint64_t> number_ = next();
};

class LastQueue {
public:
  static LastQueue &ofThread() {
    DPA_FAST_THREAD_LOCAL LastQueue last;
    return last;
  }

  void beginBurst() { isInBurst_ = true; }
  void endBurst() {
    isInBurst_ = false;
    queue_.reset();
  }

  /// Null: not the queue that is kept. Valid until the next call of another function.
  EmulatedReceiveQueue *find(uint64_t version, uint32_t number) const {
    return queue_ && version_ == version && queue_->number() == number
               ? queue_.get()
               : nullptr;
  }
  /// No effect outside of bursts. `version`: read before the queue was looked up.
  void keep(uint64_t version, std::shared_ptr<EmulatedReceiveQueue> queue) {
    if (!isInBurst_)
      return;
    version_ = version;
    queue_ = std::move(queue);
  }

private:
  bool isInBurst_ = false;
  uint64_t version_ = 0;
  std::shared_ptr<EmulatedReceiveQueue> queue_;
};

} // namespace dpa

#endif
