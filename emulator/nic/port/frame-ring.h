// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue of copied frames between two threads, without locks. Allocates once. put() and
// publish() are for one thread at a time (the producer), front(), pop(), size() and
// release() for another one (the consumer).
#ifndef DPA_EMULATOR_NIC_PORT_FRAME_RING_H
#define DPA_EMULATOR_NIC_PORT_FRAME_RING_H

#include "base/thread-slot.h"
#include "emulator/nic/port/link.h"

#include <atomic>
#include <cstring>
#include <vector>

namespace dpa {

/// A ring of records: a head, then the bytes of a frame. A record is contiguous. Positions
/// count bytes and never decrease.
class FrameRing {
public:
  /// Size of the longest frame that put() takes.
  static constexpr size_t frameSizeMax = size_t(16) << 10;

  /// Returns false if the ring is too full. The frame must not be empty.
  bool put(Frame frame) {
    if (!hasRoomFor(frame.size()))
      return false;
    const uint64_t size = sizeOfRecord(frame.size());
    const uint64_t left = capacity - added_ % capacity;
    if (left < size) {
      setHead(added_, unused);
      added_ += left;
    }
    setHead(added_, frame.size());
    std::memcpy(at(added_) + sizeof(Head), frame.data(), frame.size());
    added_ += size;
    ++addedFrames_;
    return true;
  }
  /// The consumer sees the frames from now on.
  void publish() {
    frames_.store(addedFrames_, std::memory_order_relaxed);
    end_.store(added_, std::memory_order_release);
  }

  /// The next frame, valid until release(); empty if there is none.
  Frame front() {
    if (taken_ == end_.load(std::memory_order_acquire))
      return {};
    if (head(taken_) == unused)
      taken_ += capacity - taken_ % capacity;
    return {at(taken_) + sizeof(Head), head(taken_)};
  }
  /// Removes the frame that front() has returned.
  void pop() {
    taken_ += sizeOfRecord(head(taken_));
    ++takenFrames_;
  }
  /// Number of frames that the consumer has not taken.
  uint64_t size() const {
    return frames_.load(std::memory_order_relaxed) - takenFrames_;
  }
  /// put() may reuse the memory of the frames that pop() has removed.
  void release() { begin_.store(taken_, std::memory_order_release); }

  /// From any thread. The result may be outdated at once if the other thread goes on.
  bool isEmpty() const {
    return begin_.load(std::memory_order_acquire) ==
           end_.load(std::memory_order_acquire);
  }
  /// From the producer: whether all frames were released.
  bool hasReleasedAll() const {
    return begin_.load(std::memory_order_acquire) == added_;
  }
  bool hasRoomFor(size_t size) const {
    // In the worst case the record does not fit before the end of the ring, whose rest stays unused.
    return size <= frameSizeMax &&
           added_ + 2 * sizeOfRecord(size) <=
               begin_.load(std::memory_order_acquire) + capacity;
  }

private:
  using Head = uint64_t; ///< the size of the frame
  static constexpr Head unused = 0;
  static constexpr uint64_t capacity = uint64_t(64) << 10;

  static uint64_t sizeOfRecord(size_t frame) {
    return sizeof(Head) +
           (frame + sizeof(Head) - 1) / sizeof(Head) * sizeof(Head);
  }
  std::byte *at(uint64_t position) {
    return bytes_.data() + position % capacity;
  }
  void setHead(uint64_t position, Head head) {
    std::memcpy(at(position), &head, sizeof head);
  }
  Head head(uint64_t position) {
    Head head = 0;
    std::memcpy(&head, at(position), sizeof head);
    return head;
  }

  std::vector<std::byte> bytes_ = std::vector<std::byte>(capacity);
  // Of the producer:
  alignas(cacheLine) uint64_t added_ = 0;
  uint64_t addedFrames_ = 0;
  std::atomic<uint64_t> frames_ = 0;
  std::atomic<uint64_t> end_ = 0;
  // Of the consumer:
  alignas(cacheLine) uint64_t taken_ = 0;
  uint64_t takenFrames_ = 0;
  std::atomic<uint64_t> begin_ = 0;
};

} // namespace dpa

#endif
