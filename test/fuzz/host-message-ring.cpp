// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any content of a message ring, and any values of its indices, as device
// code may write them. The input: 0 for texts or 1 for traces, then steps; each is 'S', a position,
// a size of 16 bits and records that are sent, or 'R', tail, head and the whole ring, of which
// zeros may be left out at the end.
#include "runtime/host/messages/ring-reader.h"
#include "runtime/host/messages/trace-format.h"
#include "test/fuzz/touch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace {

using dpa::host::RingReader;

template <typename T> T takeNumber(std::string_view &input) {
  T value = 0;
  size_t size = std::min(input.size(), sizeof value);
  memcpy(&value, input.data(), size);
  input.remove_prefix(size);
  return value;
}

std::string_view takeText(std::string_view &input, size_t size) {
  std::string_view text = input.substr(0, size);
  input.remove_prefix(text.size());
  return text;
}

/// A reader, and the properties that everything it reads must have.
class Reading {
public:
  explicit Reading(RingReader::Kind kind) : Reader(kind, DPA_RING_SIZE_MIN) {}

  void send(std::string_view &input) {
    const auto position = takeNumber<uint64_t>(input);
    const auto size = takeNumber<uint16_t>(input);
    // A copy, so that AddressSanitizer detects reads beyond it.
    const std::string records(takeText(input, size));
    Most = records.size();
    Reader.readSent(position, records, keep());
  }

  void readRing(std::string_view &input) {
    const auto tail = takeNumber<uint64_t>(input);
    const auto head = takeNumber<uint64_t>(input);
    std::string ring(takeText(input, Reader.size()));
    ring.resize(Reader.size());
    Most = ring.size();
    const uint64_t lost = Reader.lostBytes();
    if (!Reader.readRing(tail, head, ring, keep()))
      return;
    if (Reader.lostBytes() < lost)
      std::abort();
    // Nothing is read twice.
    Most = 0;
    if (!Reader.readRing(tail, head, ring, keep()))
      std::abort();
  }

private:
  RingReader::Record keep() {
    return [this](uint32_t, std::string_view bytes) {
      if (bytes.size() > Most)
        std::abort();
      Most -= bytes.size();
      dpa::test::touch(bytes);
      if (Reader.kind() == RingReader::Kind::Trace)
        format(bytes);
    };
  }

  static void format(std::string_view bytes) {
    dpa_trace_record record;
    if (bytes.size() != sizeof record)
      std::abort();
    memcpy(&record, bytes.data(), sizeof record);
    dpa::test::touch(
        dpa::host::TraceText(record, {"%d %s\n", "%*.*llx"}).text());
  }

  RingReader Reader;
  size_t Most = 0; ///< bytes that are left for records
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view input(reinterpret_cast<const char *>(data), size);
  Reading reading(takeNumber<uint8_t>(input) % 2 == 0
                      ? RingReader::Kind::Text
                      : RingReader::Kind::Trace);
  while (!input.empty()) {
    const auto step = takeNumber<uint8_t>(input);
    if (step == 'S')
      reading.send(input);
    else if (step == 'R')
      reading.readRing(input);
  }
  return 0;
}
