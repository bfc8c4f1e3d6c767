// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the Ethernet frames of a pcap or pcapng file, by libpcap. Errors name
// the file and the offset of the record that cannot be read. The bytes are read
// by a function of the caller: a stream of the C library on the file itself would
// move the offset that a file shares with a child of fork() when the child calls
// exit().
#ifndef DPA_EMULATOR_NIC_PORT_PCAP_READER_H
#define DPA_EMULATOR_NIC_PORT_PCAP_READER_H

#include "emulator/nic/port/link.h"
#include "emulator/nic/port/pcap-library.h"

#include <array>
#include <cstdio>
#include <memory>
#include <sys/types.h>

namespace dpa {

/// Where a reader has its bytes from.
class PcapBytes {
public:
  virtual ~PcapBytes() = default;
  /// As read(2), from behind the bytes of the calls before.
  virtual ssize_t read(char *to, size_t size) = 0;
};

class PcapReader {
public:
  /// Null, with a message in `error`, if the file is not one of Ethernet frames.
  /// The bytes outlive the reader.
  static std::unique_ptr<PcapReader>
  open(PcapBytes &bytes, const std::string &name, std::string &error);
  ~PcapReader();
  PcapReader(const PcapReader &) = delete;
  PcapReader &operator=(const PcapReader &) = delete;

  /// False at the end of the file, or with a message in `error`.
  bool next(std::string &error);

  /// Valid until the next call of next().
  Frame frame() const { return frame_; }
  /// Nanoseconds since 1970.
  uint64_t time() const { return time_; }
  /// The file has only a part of the frame, which has this size.
  bool isCut() const { return frame_.size() < size_; }
  size_t size() const { return size_; }
  /// Number of the frame, from 1.
  uint64_t number() const { return number_; }

private:
  static constexpr size_t bufferSize = size_t(64) << 10;

  PcapReader(const PcapLibrary &library, PcapBytes &bytes,
             const std::string &name)
      : library_(library), bytes_(bytes), name_(name) {}
  static ssize_t readSome(void *reader, char *to, size_t size);
  static int tell(void *reader, off64_t *offset, int whence);

  const PcapLibrary &library_;
  PcapBytes &bytes_;
  const std::string name_;
  std::array<char, bufferSize> buffer_; ///< of the stream
  off64_t offset_ = 0;                  ///< behind the bytes in the buffer
  FILE *stream_ = nullptr;              ///< libpcap's, once the file is open
  pcap_t *file_ = nullptr;
  Frame frame_;
  size_t size_ = 0;
  uint64_t time_ = 0;
  uint64_t number_ = 0;
};

} // namespace dpa

#endif
