// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as a pcap or pcapng file. The first byte is the
// size of the parts in which they are read. libpcap itself is not instrumented.
#include "base/bytes.h"
#include "emulator/nic/port/pcap-reader.h"
#include "test/fuzz/touch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>

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

void readAll(dpa::PcapReader &reader) {
  std::string error;
  uint64_t frames = 0;
  while (reader.next(error)) {
    dpa::test::touch({reinterpret_cast<const char *>(reader.frame().data()),
                      reader.frame().size()});
    if (reader.number() != ++frames)
      std::abort();
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
    readAll(*reader);
  return 0;
}
