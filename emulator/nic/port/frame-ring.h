// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue of frames between two threads, without locks. The frames are elsewhere
// (frame-blocks.h). Allocates once. put() and publish() are for one thread at a time (the
// producer), front(), pop(), size() and release() for another one (the consumer).
#ifndef DPA_EMULATOR_NIC_PORT_FRAME_RING_H
#define DPA_EMULATOR_NIC_PORT_FRAME_RING_H

#include "base/thread-slot.h"
#include "emulator/nic/port/link.h"

#include <atomic>
#include <vector>

namespace dpa {

/// Positions count frames and never decrease.
class FrameRing {
public:
  /// The frame must not be empty; there must be room.
  void put(Frame frame) { frames_[added_++ % capacity] = frame; }
  /// The consumer sees the frames from now on.
  void publish() { end_.store(added_, std::memory_order_release); }
  bool hasRoom() {
    if (added_ - released_ == capacity)
      released_ = begin_.load(std::memory_order_acquire);
    return added_ - released_ < capacity;
  }

  /// The next frame, valid until release(); empty if there is none.
  Frame front() {
    if (taken_ == known_)
      known_ = end_.load(std::memory_order_acquire);
    return taken_ == known_ ? Frame() : frames_[taken_ % capacity];
  }
  /// Removes the frame that front() has returned.
  void pop() { ++taken_; }
  /// Number of frames that the consumer has not taken.
  uint64_t size() const {
    return end_.load(std::memory_order_relaxed) - taken_;
  }
  /// The frames that pop() has removed are not used any more.
  void release() { begin_.store(taken_, std::memory_order_release); }

  /// From any thread. The result may be outdated at once if the other thread goes on.
  bool isEmpty() const {
    return begin_.load(std::memory_order_acquire) ==
           end_.load(std::memory_order_acquire);
  }
  /// From the producer: how many frames it has added, and whether the first `count` of them
  /// were released.
  uint64_t added() const { return added_; }
  bool hasReleased(uint64_t count) const {
    return begin_.load(std::memory_order_acquire) >= count;
  }

private:
  static constexpr uint64_t capacity = 1024;

  std::vector<Frame> frames_ = std::vector<Frame>(capacity);
  // Of the producer:
  alignas(cacheLine) uint64_t added_ = 0;
  uint64_t released_ = 0; ///< begin_ when it was read last
  alignas(cacheLine) std::atomic<uint64_t> end_ = 0;
  // Of the consumer:
  alignas(cacheLine) uint64_t taken_ = 0;
  uint64_t known_ = 0; ///< end_ when it was read last
  std::atomic<uint64_t> begin_ = 0;
};

} // namespace dpa

#endif
