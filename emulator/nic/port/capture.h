// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes frames to a pcap file with time stamps in nanoseconds, or to a FIFO
// from which a program such as tcpdump reads. Not by libpcap: its writer buffers
// in the C library, which a child of fork() would write again when it exits, and
// blocks when a FIFO is full. Here the frames of a burst (capture-burst.h) are one
// write() of whole records to a file, other frames one each, on the thread that adds
// them. finish() runs at a regular end of the program. A program that is killed, or
// ends by _exit(), loses the frames of bursts that have not ended, and may leave an
// incomplete last record.
// Thread safe; never blocks; causes no signal.
#ifndef DPA_EMULATOR_NIC_PORT_CAPTURE_H
#define DPA_EMULATOR_NIC_PORT_CAPTURE_H

#include "base/bytes.h"
#include "emulator/host/replaced-file.h"
#include "emulator/host/short-lock.h"
#include "emulator/nic/port/link.h"

#include <memory>
#include <string_view>
#include <sys/types.h>
#include <sys/uio.h>

namespace dpa {

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
  /// frame may be written at its end.
  void add(Frame frame, uint64_t nanoseconds) noexcept;
  /// Writes what was collected; returns when it is in the file.
  void flush() noexcept;
  /// Writes what was collected and ignores later frames, so that the end of the program
  /// does not interrupt a write.
  void finish() noexcept;

private:
  using Bytes = ApartVector<std::byte>;
  struct Records {
    Bytes memory;
    size_t size = 0; ///< bytes in use
  };

  bool collect(ByteView head, Frame frame) noexcept;
  void writeCollected();
  bool put(iovec *parts, int count);
  bool putRest();
  void keepRest(const iovec *parts, int count, size_t written);
  void reportMissed();
  void fail(int failure);

  friend class OpenCaptures;
  Capture *next_ = nullptr; ///< of the program
  ReplacedFile file_;       ///< closed: inherited by fork()
  const bool canBeCut_;     ///< a regular file; otherwise writes do not wait

  ShortLock collectedLock_; ///< of what follows
  Records collected_; ///< records for a regular file, which are not written yet

  ShortLock fileLock_; ///< of what follows; taken before collectedLock_
  Records written_;    ///< records on their way to the file
  off_t whole_ = 0;    ///< bytes of the whole records of a regular file
  Bytes rest_;         ///< of a record that a FIFO took in part
  bool isOver_ = false;
  bool hasMissed_ = false;
};

} // namespace dpa

#endif
