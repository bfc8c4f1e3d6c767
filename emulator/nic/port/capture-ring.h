// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The records of a capture that are not in its file yet: a ring in which the place of a byte
// is its position in the file, modulo the capacity. One thread at a time adds records,
// another one may write at the same time. It writes pieces that end at multiples of
// pieceSize, for which the kernel allocates large pages (docs/performance-changes.md has the
// cost by size).
#ifndef DPA_EMULATOR_NIC_PORT_CAPTURE_RING_H
#define DPA_EMULATOR_NIC_PORT_CAPTURE_RING_H

#include "base/bytes.h"
#include "base/thread-slot.h"
#include "emulator/host/apart-memory.h"
#include "emulator/nic/port/pcap-format.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace dpa {

class CaptureRing {
public:
  static constexpr size_t pieceSize = size_t(128) << 10;

  /// Without it, there is room for nothing. Throws std::bad_alloc.
  void reserve() { memory_.resize(capacity); }
  /// The file has so many bytes, and nothing is added yet.
  void setSizeOfFile(uint64_t size) {
    end_ = size;
    written_ = size;
    whole_ = size;
  }

  /// One record, or several in `head`; at most pieceSize bytes. False if there is no room, which
  /// cannot be once all whole pieces are written.
  bool add(ByteView head, ByteView rest) {
    const uint64_t end = end_.load(std::memory_order_relaxed);
    const size_t size = head.size() + rest.size();
    if (end + size - whole_.load(std::memory_order_acquire) > memory_.size())
      return false;
    put(end, head);
    put(end + head.size(), rest);
    end_.store(end + size, std::memory_order_release);
    return true;
  }

  /// Position in the file of the end of what was added. From any thread.
  uint64_t end() const { return end_.load(std::memory_order_acquire); }
  /// The same of what is written.
  uint64_t written() const { return written_.load(std::memory_order_acquire); }
  bool hasWholePiece() const {
    return end() / pieceSize != written() / pieceSize;
  }

  // For the thread that writes:

  /// The next bytes to write, of those before the position `end`.
  ByteView next(uint64_t end) const {
    const uint64_t begin = written_.load(std::memory_order_relaxed);
    const uint64_t pieceEnd = (begin / pieceSize + 1) * pieceSize;
    return {memory_.data() + begin % capacity, std::min(end, pieceEnd) - begin};
  }
  /// So many of them are in the file, or given up.
  void advance(size_t size) {
    const uint64_t written = written_.load(std::memory_order_relaxed) + size;
    written_.store(written, std::memory_order_release);
    uint64_t whole = whole_.load(std::memory_order_relaxed);
    while (whole + sizeof(PcapRecordHead) <= written) {
      const uint64_t next = whole + sizeof(PcapRecordHead) + sizeOfFrame(whole);
      if (next > written)
        break;
      whole = next;
    }
    whole_.store(whole, std::memory_order_release);
  }
  /// Position of the end of the last record that is in the file as a whole.
  uint64_t whole() const { return whole_.load(std::memory_order_relaxed); }

private:
  /// A multiple of pieceSize, so that a piece is contiguous. At least three: one that is not
  /// whole yet and follows a record that is not in the file yet, and records of one more.
  static constexpr size_t capacity = 4 * pieceSize;
  static_assert(capacity >= 3 * pieceSize);

  void put(uint64_t position, ByteView bytes) {
    const size_t place = position % capacity;
    const size_t first = std::min(bytes.size(), capacity - place);
    if (first != 0)
      std::memcpy(memory_.data() + place, bytes.data(), first);
    if (first != bytes.size())
      std::memcpy(memory_.data(), bytes.data() + first, bytes.size() - first);
  }
  uint32_t sizeOfFrame(uint64_t record) const {
    std::array<std::byte, sizeof(uint32_t)> size{};
    for (size_t i = 0; i < size.size(); ++i)
      size[i] =
          memory_[(record + offsetof(PcapRecordHead, captured) + i) % capacity];
    return std::bit_cast<uint32_t>(size);
  }

  ApartVector<std::byte> memory_;
  alignas(cacheLine) std::atomic<uint64_t> end_ = 0;
  alignas(cacheLine) std::atomic<uint64_t> written_ = 0;
  std::atomic<uint64_t> whole_ = 0;
};

} // namespace dpa

#endif
