// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes frames to a pcap file with time stamps in nanoseconds, or to a FIFO
// from which a program such as tcpdump reads. Not by libpcap: its writer buffers
// in the C library, which a child of fork() would write again when it exits, and
// blocks when a FIFO is full. Records for a regular file are collected (capture-ring.h) and
// written in large pieces, on the thread that completes a piece or, while another thread
// writes, on that one. What does not fill a piece is written one to two milliseconds after it
// was collected (capture-flusher.h); in reproducible runs, at the end of each burst
// (capture-burst.h). finish() runs at a regular end of the program. A
// program that is killed, or ends by _exit(), loses the frames of the last milliseconds and
// of bursts that have not ended, and may leave an incomplete last record.
// Thread safe; causes no signal. Writes to a FIFO never wait; those to a regular file may.
#ifndef DPA_EMULATOR_NIC_PORT_CAPTURE_H
#define DPA_EMULATOR_NIC_PORT_CAPTURE_H

#include "base/bytes.h"
#include "base/short-lock.h"
#include "emulator/host/replaced-file.h"
#include "emulator/nic/port/capture-ring.h"
#include "emulator/nic/port/link.h"

#include <cstring>
#include <memory>
#include <string_view>
#include <sys/types.h>
#include <sys/uio.h>

namespace dpa {

/// Whole records of a capture, up to a fixed number of bytes.
class CaptureRecords {
public:
  static constexpr size_t sizeMax = size_t(64) << 10;

  /// Without it, there is room for nothing. False: no memory.
  bool reserve() noexcept try {
    memory_.resize(sizeMax);
    return true;
  } catch (const std::bad_alloc &) {
    return false;
  }
  /// Returns false if the record does not fit. Does not allocate.
  bool add(ByteView head, ByteView rest) noexcept {
    if (size_ + head.size() + rest.size() > memory_.size())
      return false;
    put(head);
    put(rest);
    return true;
  }
  ByteView view() const { return {memory_.data(), size_}; }
  bool isEmpty() const { return size_ == 0; }
  bool hasMemory() const { return !memory_.empty(); }
  void clear() { size_ = 0; }

private:
  void put(ByteView bytes) {
    if (!bytes.empty())
      std::memcpy(memory_.data() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }

  ApartVector<std::byte> memory_;
  size_t size_ = 0; ///< bytes in use
};

class CaptureFlusher;

/// Owned by its port, and by the bursts (capture-burst.h) that will flush it.
class Capture : public std::enable_shared_from_this<Capture> {
public:
  /// Opens the file, unless another port writes to it, and changes nothing. `background`:
  /// writes the last records; null in reproducible runs. Null on failure, with a message in
  /// `error`.
  static std::shared_ptr<Capture>
  create(std::string_view file, Background *background, std::string &error);
  /// For create().
  Capture(std::string_view file, int flags);
  ~Capture();
  Capture(const Capture &) = delete;
  Capture &operator=(const Capture &) = delete;

  /// Replaces the older contents of the file. Once, before the first frame. False, with a
  /// message in `error`.
  bool begin(std::string &error);

  /// A file that cannot grow is reported once and ends with a whole record. A
  /// FIFO that is full misses the frame. `isOwn`: if the burst is that of a send queue,
  /// the frame is one of this queue, not an answer to it.
  void add(Frame frame, uint64_t nanoseconds, bool isOwn = false) noexcept;
  /// Adds the records to those that are collected, and clears them.
  void append(CaptureRecords &records) noexcept;
  /// At the end of a burst: writes whole pieces of what was collected, and requests to write
  /// the rest later; in reproducible runs, writes all. If another thread writes at this moment,
  /// it does that.
  void flush() noexcept;
  /// For the flusher: writes all that was collected, unless what is before this position of the
  /// file is written.
  void flushBefore(uint64_t end) noexcept;
  /// When the port ends, and with it the background work: writes what was collected. A burst that
  /// still holds the capture writes its frames at its end.
  void endBackground() noexcept;
  /// Writes what was collected, closes the file and ignores later frames, so that the end of
  /// the program does not interrupt a write.
  void finish() noexcept;

private:
  void addToBurst(ByteView head, Frame frame, bool isOwn) noexcept;
  void collect(ByteView head, ByteView rest) noexcept;
  bool tryCollect(ByteView head, ByteView rest) noexcept;
  void makeRoom() noexcept;
  void writeCollected(bool wholePieces) noexcept;
  void flushAll() noexcept;
  void writePieces(uint64_t end);
  int putHead(ByteView head);
  bool put(iovec *parts, int count);
  bool putRest();
  void keepRest(const iovec *parts, int count, size_t written);
  void reportMissed();
  void fail(int failure);

  friend class OpenCaptures;
  Capture *next_ = nullptr; ///< of the program
  ReplacedFile file_;       ///< closed: inherited by fork()
  const bool canBeCut_;     ///< a regular file; otherwise writes do not wait

  CaptureRing ring_;        ///< of a regular file
  ShortLock collectedLock_; ///< of adding to it
  std::shared_ptr<CaptureFlusher>
      flusher_; ///< null: bursts are written at their end

  LongSpinLock fileLock_;       ///< of the file and what follows
  ApartVector<std::byte> rest_; ///< of a record that a FIFO took in part
  std::atomic<bool> isOver_ = false;
  bool hasMissed_ = false;
};

} // namespace dpa

#endif
