// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as a pcap or pcapng file. The first byte is the
// size of the parts in which they are read, and whether frames are kept while others are
// read. libpcap itself is not instrumented.
#include "base/bytes.h"
#include "emulator/nic/port/pcap-reader.h"
#include "test/fuzz/touch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace {

class BytesInParts : public dpa::PcapBytes {
public:
  BytesInParts(dpa::ByteView bytes, size_t part) : bytes_(bytes), part_(part) {}

  ssize_t read(char *to, size_t size) override {
    const size_t count = std::min({size, part_, bytes_.size()});
    std::memcpy(to, bytes_.data(), count);
    bytes_ = bytes_.subspan(count);
    return static_cast<ssize_t>(count);
  }

private:
  dpa::ByteView bytes_;
  const size_t part_;
};

void touchFrame(dpa::Frame frame) {
  dpa::test::touch(
      {reinterpret_cast<const char *>(frame.data()), frame.size()});
}

/// `exchanges`: as for several lanes, which keep frames while others are read.
void readAll(dpa::PcapReader &reader, bool exchanges) {
  std::string error;
  uint64_t frames = 0;
  std::vector<char> buffer;
  dpa::Frame earlier;
  if (exchanges)
    reader.exchangeBuffer(buffer);
  while (reader.next(error)) {
    touchFrame(reader.frame());
    touchFrame(earlier);
    if (reader.number() != ++frames)
      std::abort();
    if (exchanges && reader.frame().size() <= dpa::PcapReader::keptSizeMax)
      earlier = reader.frame();
    if (exchanges && reader.needsBuffer()) {
      reader.exchangeBuffer(buffer);
      touchFrame(earlier);
      earlier = {}; // the next exchange reuses its buffer
    }
  }
  // An error is that of the next frame, and names the file.
  if (!error.empty() && error.find("file: offset ") != 0)
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  BytesInParts bytes(std::as_bytes(std::span(data + 1, size - 1)),
                     data[0] + 1U);
  std::string error;
  const auto reader = dpa::PcapReader::open(bytes, "file", error);
  if ((reader == nullptr) == error.empty())
    std::abort();
  if (reader)
    readAll(*reader, data[0] % 2 != 0);
  return 0;
}
