// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's reader of one message ring: see ring-reader.h.
#include "runtime/host/messages/ring-reader.h"

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

// Skips what was read before; positions are those of whole records.
bool RingReader::readRecords(uint64_t position, std::string_view records,
                             const Record &record) {
  uint64_t end = position + records.size();
  if (end <= shown_)
    return true;
  if (position < shown_)
    records.remove_prefix(shown_ - position);
  shown_ = end;
  return recordKind_ == Kind::Text ? readTexts(records, record)
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
  if (tail % 8 != 0 || head % 8 != 0 || tail > head ||
      head - tail > ringSize_ || ring.size() != ringSize_)
    return false;
  if (tail > shown_) {
    lost_ += tail - shown_;
    shown_ = tail;
  }
  while (shown_ < head) {
    uint64_t offset = shown_ & (ringSize_ - 1);
    uint64_t length = std::min(head - shown_, ringSize_ - offset);
    if (!readRecords(shown_, ring.substr(offset, length), record)) {
      shown_ = head;
      return false;
    }
  }
  return true;
}

} // namespace dpa::host
