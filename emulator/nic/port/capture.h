// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes frames to a pcap file with time stamps in nanoseconds, or to a FIFO
// from which a program such as tcpdump reads. Not by libpcap: its writer buffers
// in the C library, which a child of fork() would write again when it exits, and
// blocks when a FIFO is full. Here the frames of a burst (capture-burst.h) are one
// write() of whole records to a file, other frames one each, on the thread that adds
// them or, while another thread writes, on that one. finish() runs at a regular end of
// the program. A program that is killed, or ends by _exit(), loses the frames of bursts
// that have not ended or that another thread is about to write, and may leave an
// incomplete last record.
// Thread safe; never blocks; causes no signal.
#ifndef DPA_EMULATOR_NIC_PORT_CAPTURE_H
#define DPA_EMULATOR_NIC_PORT_CAPTURE_H

#include "base/bytes.h"
#include "emulator/host/replaced-file.h"
#include "emulator/host/short-lock.h"
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

/// Owned by its port, and by the bursts (capture-burst.h) that will flush it.
class Capture : public std::enable_shared_from_this<Capture> {
public:
  /// Opens the file, unless another port writes to it, and changes nothing. Null on
  /// failure, with a message in `error`.
  static std::shared_ptr<Capture> create(std::string_view file,
                                         std::string &error);
  /// For create().
  Capture(std::string_view file, int flags);
  ~Capture();
  Capture(const Capture &) = delete;
  Capture &operator=(const Capture &) = delete;

  /// Replaces the older contents of the file. Once, before the first frame. False, with a
  /// message in `error`.
  bool begin(std::string &error);

  /// A file that cannot grow is reported once and ends with a whole record. A
  /// FIFO that is full misses the frame. Within a burst of the calling thread, the
  /// frame may be written at its end. `isOwn`: if the burst is that of a send queue,
  /// the frame is one of this queue, not an answer to it.
  void add(Frame frame, uint64_t nanoseconds, bool isOwn = false) noexcept;
  /// Adds the records to those that are collected, and clears them.
  void append(CaptureRecords &records) noexcept;
  /// Writes what was collected. If another thread writes at this moment, it also writes the
  /// rest.
  void flush() noexcept;
  /// Writes what was collected and ignores later frames, so that the end of the program
  /// does not interrupt a write.
  void finish() noexcept;

private:
  void addToBurst(ByteView head, Frame frame, bool isOwn) noexcept;
  void collect(ByteView head, ByteView rest) noexcept;
  bool tryCollect(ByteView head, ByteView rest) noexcept;
  bool hasCollected() noexcept;
  void flushLocked();
  void flushAll() noexcept;
  void writeRecords(ByteView records);
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

  ShortLock collectedLock_;  ///< of what follows
  CaptureRecords collected_; ///< for a regular file, not written yet

  ShortLock fileLock_;     ///< of what follows; taken before collectedLock_
  CaptureRecords written_; ///< on their way to the file
  off_t whole_ = 0;        ///< bytes of the whole records of a regular file
  ApartVector<std::byte> rest_; ///< of a record that a FIFO took in part
  bool isOver_ = false;
  bool hasMissed_ = false;
};

} // namespace dpa

#endif
