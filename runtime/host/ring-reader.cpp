// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's reader of one message ring: see ring-reader.h.
#include "runtime/host/ring-reader.h"

#include "runtime/abi/message-rings.h"

#include <algorithm>
#include <cstring>

namespace dpa::host {

bool RingReader::readTexts(std::string_view records,
                           const Record &record) const {
  dpa_message_record header;
  while (records.size() >= sizeof header) {
    memcpy(&header, records.data(), sizeof header);
    records.remove_prefix(sizeof header);
    uint64_t length = header.length & ~DPA_RECORD_SKIP;
    uint64_t padded = (length + 7) / 8 * 8;
    if (padded > records.size())
      return false;
    if (!(header.length & DPA_RECORD_SKIP))
      record(header.eu, records.substr(0, length));
    records.remove_prefix(padded);
  }
  return records.empty();
}

bool RingReader::readTraces(std::string_view records,
                            const Record &record) const {
  dpa_trace_record trace;
  while (records.size() >= sizeof trace) {
    memcpy(&trace, records.data(), sizeof trace);
    record(trace.eu, records.substr(0, sizeof trace));
    records.remove_prefix(sizeof trace);
  }
  return records.empty();
}

// What was read before is skipped; positions are those of whole records.
bool RingReader::readRecords(uint64_t position, std::string_view records,
                             const Record &record) {
  uint64_t end = position + records.size();
  if (end <= shown)
    return true;
  if (position < shown)
    records.remove_prefix(shown - position);
  shown = end;
  return recordKind == Kind::Text ? readTexts(records, record)
                                  : readTraces(records, record);
}

bool RingReader::readSent(uint64_t position, std::string_view records,
                          const Record &record) {
  if (position > UINT64_MAX - records.size() || position % 8 != 0)
    return false;
  return readRecords(position, records, record);
}

bool RingReader::readRing(uint64_t tail, uint64_t head, std::string_view ring,
                          const Record &record) {
  if (tail % 8 != 0 || head % 8 != 0 || tail > head || head - tail > ringSize ||
      ring.size() != ringSize)
    return false;
  if (tail > shown) {
    lost += tail - shown;
    shown = tail;
  }
  while (shown < head) {
    uint64_t offset = shown & (ringSize - 1);
    uint64_t length = std::min(head - shown, ringSize - offset);
    if (!readRecords(shown, ring.substr(offset, length), record)) {
      shown = head;
      return false;
    }
  }
  return true;
}

} // namespace dpa::host
