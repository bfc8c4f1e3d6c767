// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A frame is checked to be wholly in the buffer before it is used.
#include "emulator/nic/port/pcap-records.h"

#include "emulator/nic/port/pcap-format.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

namespace dpa {

/// False: the file has fewer bytes, or cannot be read.
bool PcapRecords::fill(size_t size) {
  std::memmove(buffer_.data(), here(), available());
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() < size)
    buffer_.resize(size);
  while (end_ < size) {
    const ssize_t got =
        bytes_.read(buffer_.data() + end_, buffer_.size() - end_);
    if (got <= 0) {
      readError_ = got < 0 ? errno : 0;
      hasEnded_ = true;
      return false;
    }
    end_ += static_cast<size_t>(got);
  }
  return true;
}

uint32_t PcapRecords::word(const char *at) const {
  uint32_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return isSwapped_ ? __builtin_bswap32(value) : value;
}

bool PcapRecords::readHeader() {
  constexpr uint32_t version =
      uint32_t(pcapMinor) << 16 | pcapMajor; // of little-endian files
  if (!has(sizeof(PcapFileHead)))
    return false;
  const char *at = here();
  isSwapped_ = word(at) == __builtin_bswap32(pcapMicroseconds) ||
               word(at) == __builtin_bswap32(pcapNanoseconds);
  const bool isNanoseconds = word(at) == pcapNanoseconds;
  // Two numbers of 16 bits: in the word of the other order they are exchanged.
  uint32_t found = word(at + offsetof(PcapFileHead, major));
  if (isSwapped_)
    found = found << 16 | found >> 16;
  snapLength_ = word(at + offsetof(PcapFileHead, snapLength));
  if ((!isNanoseconds && word(at) != pcapMicroseconds) || found != version ||
      snapLength_ == 0 || snapLength_ > pcapFrameMax ||
      word(at + offsetof(PcapFileHead, linkType)) != pcapEthernet)
    return false;
  unit_ = isNanoseconds ? 1 : 1000;
  skip(sizeof(PcapFileHead));
  return true;
}

/// The file ends within something, or cannot be read.
bool PcapRecords::reportEnd(const char *what, size_t expected, size_t got,
                            std::string &error) const {
  if (readError_ != 0)
    error =
        std::string("error reading dump file: ") + std::strerror(readError_);
  else
    error = "truncated dump file; tried to read " + std::to_string(expected) +
            " " + what + " bytes, only got " + std::to_string(got);
  return false;
}

bool PcapRecords::next(PcapRecord &record, std::string &error) {
  constexpr uint64_t perSecond = 1'000'000'000;
  constexpr size_t recordHeadSize = sizeof(PcapRecordHead);
  if (!has(recordHeadSize)) {
    const bool isEnd = available() == 0 && readError_ == 0;
    return !isEnd && reportEnd("header", recordHeadSize, available(), error);
  }
  const uint32_t captured = word(here() + offsetof(PcapRecordHead, captured));
  if (captured > pcapFrameMax) {
    error = "invalid packet capture length " + std::to_string(captured) +
            ", bigger than maximum of " + std::to_string(pcapFrameMax);
    return false;
  }
  if (!has(recordHeadSize + captured))
    return reportEnd("captured", captured, available() - recordHeadSize, error);
  const char *at = here(); // may have moved
  const auto *frame = reinterpret_cast<const std::byte *>(at + recordHeadSize);
  record = {.frame = {frame, std::min(captured, snapLength_)},
            .size = word(at + offsetof(PcapRecordHead, size)),
            .time = word(at) * perSecond +
                    uint64_t(word(at + offsetof(PcapRecordHead, fraction))) *
                        unit_};
  skip(recordHeadSize + captured);
  return true;
}

/// Also of a record that is too long, and not read.
bool PcapRecords::isNextBuffered() const {
  constexpr size_t headSize = sizeof(PcapRecordHead);
  if (available() < headSize)
    return false;
  const uint32_t captured = word(here() + offsetof(PcapRecordHead, captured));
  return available() - headSize >= captured || captured > pcapFrameMax;
}

void PcapRecords::exchangeBuffer(std::vector<char> &buffer) {
  constexpr size_t headSize = sizeof(PcapRecordHead);
  buffer.resize(std::max(exchangedSize, available()));
  std::memcpy(buffer.data(), here(), available());
  std::swap(buffer_, buffer);
  end_ = available();
  begin_ = 0;
  if (!isNextBuffered() && has(headSize) && !isNextBuffered())
    (void)has(headSize + word(here() + offsetof(PcapRecordHead, captured)));
}

ssize_t PcapRecords::take(char *to, size_t size) {
  if (available() == 0) {
    const ssize_t got = bytes_.read(to, size);
    offset_ += static_cast<uint64_t>(std::max<ssize_t>(got, 0));
    return got;
  }
  const size_t count = std::min(size, available());
  std::memcpy(to, here(), count);
  skip(count);
  return static_cast<ssize_t>(count);
}

} // namespace dpa
