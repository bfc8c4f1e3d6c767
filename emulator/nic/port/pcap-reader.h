// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the Ethernet frames of a pcap or pcapng file: by PcapRecords, or by libpcap if the file
// is not a plain one. Errors name the file and the offset of the record that cannot
// be read. The bytes are read by a function of the caller: a stream of the C library
// on the file itself would move the offset that a file shares with a child of
// fork() when the child calls exit().
#ifndef DPA_EMULATOR_NIC_PORT_PCAP_READER_H
#define DPA_EMULATOR_NIC_PORT_PCAP_READER_H

#include "emulator/nic/port/pcap-library.h"
#include "emulator/nic/port/pcap-records.h"

#include <cstdio>
#include <memory>
#include <vector>

namespace dpa {

class PcapReader {
public:
  /// Null, with a message in `error`, if the file is not one of Ethernet frames.
  /// The bytes outlive the reader.
  static std::unique_ptr<PcapReader>
  open(PcapBytes &bytes, const std::string &name, std::string &error);
  ~PcapReader();
  PcapReader(const PcapReader &) = delete;
  PcapReader &operator=(const PcapReader &) = delete;

  /// Size of the longest frame that stays valid until its buffer is reused.
  static constexpr size_t keptSizeMax = size_t(16) << 10;

  /// False at the end of the file, or with a message in `error`.
  bool next(std::string &error) {
    const bool isRead = file_ ? nextOfLibrary(error) : nextRecord(error);
    number_ += isRead ? 1 : 0;
    return isRead;
  }

  /// Whether next() may overwrite earlier frames.
  bool needsBuffer() const {
    return file_ ? copies_.size() - copied_ < keptSizeMax
                 : records_.needsBuffer();
  }
  /// Continues with another buffer, so that needsBuffer() is false. Earlier frames of next()
  /// stay valid in `buffer`, which has the old one afterwards.
  void exchangeBuffer(std::vector<char> &buffer);

  /// Valid until the next call of next() or, up to keptSizeMax and after a first
  /// exchangeBuffer(), until next() is called while needsBuffer() is true.
  Frame frame() const { return record_.frame; }
  /// Nanoseconds since 1970.
  uint64_t time() const { return record_.time; }
  /// The file has only a part of the frame, which has this size.
  bool isCut() const { return record_.frame.size() < record_.size; }
  size_t size() const { return record_.size; }
  /// Number of the frame, from 1.
  uint64_t number() const { return number_; }

private:
  PcapReader(PcapBytes &bytes, const std::string &name)
      : records_(bytes), name_(name) {}
  bool openLibrary(std::string &error);
  bool nextOfLibrary(std::string &error);
  Frame copyOf(Frame frame);
  bool nextRecord(std::string &error);
  static ssize_t readSome(void *reader, char *to, size_t size);
  static int tell(void *reader, off64_t *offset, int whence);

  PcapRecords records_;
  const std::string name_;
  PcapRecord record_;
  uint64_t number_ = 0;

  // Of files that libpcap reads.
  const PcapLibrary *library_ = nullptr;
  std::vector<char> buffer_; ///< of the stream
  std::vector<char> copies_; ///< of frames; empty before exchangeBuffer()
  size_t copied_ = 0;        ///< bytes of copies_ in use
  FILE *stream_ = nullptr;   ///< libpcap's, once the file is open
  pcap_t *file_ = nullptr;
};

} // namespace dpa

#endif
