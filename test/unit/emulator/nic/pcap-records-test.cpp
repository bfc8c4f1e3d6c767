// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The project's reader of plain pcap files (pcap-records.h) reads what libpcap reads. The same
// bytes with the flag "a check sequence has 0 bytes" in the link type are read by libpcap.
#include "emulator/nic/port/pcap-reader.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <utility>

namespace dpa::test {
namespace {

class BytesInParts : public PcapBytes {
public:
  BytesInParts(std::string bytes, size_t part)
      : bytes_(std::move(bytes)), part_(part) {}
  ssize_t read(char *to, size_t size) override {
    const size_t count = std::min({size, part_, bytes_.size() - done_});
    std::memcpy(to, bytes_.data() + done_, count);
    done_ += count;
    return static_cast<ssize_t>(count);
  }

private:
  const std::string bytes_;
  const size_t part_;
  size_t done_ = 0;
};

struct FileKind {
  bool isSwapped = false;
  uint32_t magic = 0xa1b2c3d4;
  uint32_t snapLength = 262144;
};

class PlainFile {
public:
  explicit PlainFile(const FileKind &kind) : kind_(kind) {
    add(kind.magic);
    bytes_ += kind.isSwapped ? std::string("\0\2\0\4", 4)
                             : std::string("\2\0\4\0", 4);
    for (const uint32_t value : {0u, 0u, kind.snapLength, 1u})
      add(value);
  }
  PlainFile &frame(uint32_t captured, uint32_t size, uint32_t seconds,
                   uint32_t fraction) {
    for (const uint32_t value : {seconds, fraction, captured, size})
      add(value);
    for (uint32_t i = 0; i < captured; ++i)
      bytes_ += static_cast<char>(i + seconds);
    return *this;
  }
  std::string bytes(bool isForLibrary) const {
    constexpr size_t linkTypeAt = 20;
    constexpr char hasCheckSequence = 0x04;
    std::string all = bytes_;
    if (isForLibrary)
      all[linkTypeAt + (kind_.isSwapped ? 0 : 3)] |= hasCheckSequence;
    return all;
  }

private:
  void add(uint32_t value) {
    if (kind_.isSwapped)
      value = __builtin_bswap32(value);
    bytes_.append(reinterpret_cast<const char *>(&value), sizeof value);
  }

  const FileKind kind_;
  std::string bytes_;
};

/// What a reader finds, without the words of an error behind its place.
std::string contentOf(const std::string &bytes, size_t part) {
  BytesInParts source(bytes, part);
  std::string error;
  std::string found;
  const auto reader = PcapReader::open(source, "file", error);
  while (reader && reader->next(error)) {
    const Frame frame = reader->frame();
    found += std::to_string(reader->number()) + ": " +
             std::to_string(frame.size()) + " of " +
             std::to_string(reader->size()) +
             (reader->isCut() ? " (cut)" : "") + " at " +
             std::to_string(reader->time()) + " " +
             std::string(reinterpret_cast<const char *>(frame.data()),
                         frame.size()) +
             "\n";
  }
  const size_t offset = error.find("offset ");
  if (offset == std::string::npos)
    return found + error;
  return found + error.substr(0, error.find(':', offset));
}

const FileKind kinds[] = {
    {},
    {.isSwapped = true},
    {.magic = 0xa1b23c4d},
    {.isSwapped = true, .magic = 0xa1b23c4d},
    {.snapLength = 70},
};

TEST(PcapRecordsTest, ReadsWhatLibpcapReads) {
  for (const FileKind &kind : kinds) {
    const PlainFile file = PlainFile(kind)
                               .frame(64, 64, 7, 123456)
                               .frame(60, 100, 8, 999999)
                               .frame(0, 0, 8, 0)
                               .frame(100, 100, 9, 1)
                               .frame(100, 60, 2000000000, 2);
    for (size_t part : {1, 7, 4096}) {
      const std::string found = contentOf(file.bytes(false), part);
      EXPECT_EQ(found, contentOf(file.bytes(true), part));
      EXPECT_EQ(std::ranges::count(found, '\n') >= 5, true) << found;
    }
  }
}

TEST(PcapRecordsTest, TruncatedFilesEndWhereLibpcapEnds) {
  const PlainFile file = PlainFile({}).frame(64, 64, 1, 0).frame(30, 30, 2, 0);
  for (size_t size = 0; size <= file.bytes(false).size(); ++size)
    EXPECT_EQ(contentOf(file.bytes(false).substr(0, size), 4096),
              contentOf(file.bytes(true).substr(0, size), 4096))
        << size;
}

/// Frames that are longer than the read buffer, up to the limit of libpcap and beyond it.
TEST(PcapRecordsTest, LongFrames) {
  for (uint32_t size : {65535u, 65536u, 131'056u, 131'057u, 200'000u, 262144u,
                        262145u, 300'000u}) {
    const PlainFile file = PlainFile({})
                               .frame(64, 64, 1, 0)
                               .frame(size, size, 2, 0)
                               .frame(64, 64, 3, 0);
    EXPECT_EQ(contentOf(file.bytes(false), 50'000),
              contentOf(file.bytes(true), 50'000))
        << size;
  }
}

/// Reads all frames, and keeps those of the present buffer and of the one before. Also of a
/// file that ends within a frame.
std::string keptContentOf(const std::string &bytes, size_t part) {
  BytesInParts source(bytes, part);
  std::string error;
  std::string found;
  std::vector<Frame> before;
  std::vector<Frame> now;
  std::vector<char> spare;
  const auto reader = PcapReader::open(source, "file", error);
  const auto take = [&](const std::vector<Frame> &frames) {
    for (const Frame &frame : frames)
      found += std::string(reinterpret_cast<const char *>(frame.data()),
                           frame.size()) +
               "\n";
  };
  reader->exchangeBuffer(spare);
  for (;;) {
    if (reader->needsBuffer()) {
      take(before);
      reader->exchangeBuffer(spare);
      EXPECT_FALSE(reader->needsBuffer());
      before = std::exchange(now, {});
    }
    if (!reader->next(error))
      break;
    now.push_back(reader->frame());
  }
  take(before);
  take(now);
  const size_t offset = error.find("offset ");
  return found + (offset == std::string::npos
                      ? error
                      : error.substr(0, error.find(':', offset)));
}

TEST(PcapRecordsTest, FramesStayInTheirBuffers) {
  PlainFile file({});
  for (uint32_t i = 0; i < 2000; ++i)
    file.frame(i * 37 % 1500, i * 37 % 1500, i, 0);
  file.frame(16'384, 16'384, 1, 0).frame(3, 3, 2, 0);
  std::string bytes = file.bytes(false);
  for (const size_t missing : {0, 1, 10, 20}) {
    const std::string all = bytes.substr(0, bytes.size() - missing);
    std::string ofLibrary = file.bytes(true);
    ofLibrary.resize(ofLibrary.size() - missing);
    const std::string found = keptContentOf(all, 5000);
    EXPECT_EQ(found, keptContentOf(all, 1 << 20));
    EXPECT_EQ(found, keptContentOf(ofLibrary, 5000));
    EXPECT_GT(std::ranges::count(found, '\n'), 2000);
  }
}

/// Frames longer than a buffer, and a record that is too long.
TEST(PcapRecordsTest, LongFramesInBuffers) {
  for (const uint32_t size : {65535u, 65536u, 131'057u, 262144u, 262145u}) {
    const std::string bytes = PlainFile({})
                                  .frame(64, 64, 1, 0)
                                  .frame(size, size, 2, 0)
                                  .frame(64, 64, 3, 0)
                                  .bytes(false);
    const std::string found = keptContentOf(bytes, 50'000);
    EXPECT_EQ(found.size() > size, size <= 262144) << size;
    EXPECT_EQ(found.find("offset 104") != std::string::npos, size > 262144)
        << size;
  }
}

class BytesThatFail : public PcapBytes {
public:
  explicit BytesThatFail(std::string bytes) : bytes_(std::move(bytes)) {}
  ssize_t read(char *to, size_t size) override {
    if (bytes_.empty()) {
      errno = EIO;
      return -1;
    }
    const size_t count = std::min(size, bytes_.size());
    std::memcpy(to, bytes_.data(), count);
    bytes_.erase(0, count);
    return static_cast<ssize_t>(count);
  }

private:
  std::string bytes_;
};

TEST(PcapRecordsTest, FilesThatFail) {
  for (const bool isInFrame : {false, true}) {
    PlainFile file = PlainFile({}).frame(64, 64, 1, 0);
    if (isInFrame)
      file.frame(64, 64, 2, 0);
    std::string bytes = file.bytes(false);
    bytes.resize(bytes.size() - (isInFrame ? 10 : 0));
    BytesThatFail source(bytes);
    std::string error;
    const auto reader = PcapReader::open(source, "file", error);
    ASSERT_NE(reader, nullptr);
    EXPECT_TRUE(reader->next(error));
    EXPECT_FALSE(reader->next(error));
    EXPECT_EQ(error, "file: offset 104: error reading dump file: "
                     "Input/output error");
  }
}

} // namespace
} // namespace dpa::test
