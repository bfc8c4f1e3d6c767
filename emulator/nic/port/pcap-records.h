// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the records of plain pcap files: format 2.4, Ethernet frames, time stamps in
// microseconds or nanoseconds, either byte order. libpcap reads all other files
// (pcap-reader.h). The bytes are untrusted; frames are views of the read buffer.
#ifndef DPA_EMULATOR_NIC_PORT_PCAP_RECORDS_H
#define DPA_EMULATOR_NIC_PORT_PCAP_RECORDS_H

#include "emulator/nic/port/link.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace dpa {

/// The source of a reader's bytes.
class PcapBytes {
public:
  virtual ~PcapBytes() = default;
  /// Like read(2): continues after the bytes that earlier calls have returned.
  virtual ssize_t read(char *to, size_t size) = 0;
};

struct PcapRecord {
  Frame frame; ///< valid until the reader reads into the buffer again
  size_t size =
      0; ///< on the wire; more than that of `frame`: a part is missing
  uint64_t time = 0; ///< nanoseconds since 1970
};

class PcapRecords {
public:
  /// `bytes` outlives it.
  explicit PcapRecords(PcapBytes &bytes) : bytes_(bytes), buffer_(bufferSize) {}

  /// Once, before next(). False: a file of another kind; no byte was consumed.
  bool readHeader();
  /// False at the end of the file, or with a message in `error`.
  bool next(PcapRecord &record, std::string &error);

  /// False: next() does not read into the buffer, because it has all of the next record or
  /// the rest of the file.
  bool needsBuffer() const { return !hasEnded_ && !isNextBuffered(); }
  /// Reads into another buffer, until needsBuffer() is false. The frames that next() has
  /// returned stay valid in `buffer`, which has the old one afterwards.
  void exchangeBuffer(std::vector<char> &buffer);

  /// Instead of next(): the bytes of the file, from the first one on, as PcapBytes.
  ssize_t take(char *to, size_t size);
  /// Number of bytes that were consumed.
  uint64_t offset() const { return offset_; }

private:
  /// The C library takes it from the heap: a thread that is not there in a replay must map nothing.
  static constexpr size_t bufferSize = size_t(64) << 10;
  static constexpr size_t exchangedSize = size_t(128) << 10;

  size_t available() const { return end_ - begin_; }
  /// Whether there are `size` bytes; reads more if necessary.
  bool has(size_t size) {
    return available() >= size || (!hasEnded_ && fill(size));
  }
  bool isNextBuffered() const;
  bool fill(size_t size);
  void skip(size_t size) {
    begin_ += size;
    offset_ += size;
  }
  const char *here() const { return buffer_.data() + begin_; }
  uint32_t word(const char *at) const;
  bool reportEnd(const char *what, size_t expected, size_t got,
                 std::string &error) const;

  PcapBytes &bytes_;
  std::vector<char> buffer_;
  size_t begin_ = 0; ///< of what is left in the buffer
  size_t end_ = 0;
  uint64_t offset_ = 0;   ///< of `begin_` in the file
  int readError_ = 0;     ///< errno
  bool hasEnded_ = false; ///< no more bytes can be read
  bool isSwapped_ = false;
  uint32_t unit_ = 0;       ///< nanoseconds
  uint32_t snapLength_ = 0; ///< bytes of a frame that are used
};

} // namespace dpa

#endif
