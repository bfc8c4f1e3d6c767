// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's reader of one message ring (runtime/abi/message-rings.h). It is
// given bytes that device code may have damaged, at any time and in any order;
// returns each record once, in the order of positions; never reads beyond the
// bytes. Not thread safe.
#ifndef DPA_RUNTIME_HOST_MESSAGES_RING_READER_H
#define DPA_RUNTIME_HOST_MESSAGES_RING_READER_H

#include <cstdint>
#include <functional>
#include <string_view>

namespace dpa::host {

class RingReader {
public:
  enum class Kind : uint8_t { Text, Trace };

  /// Gets the records one after the other: a text, or a whole dpa_trace_record;
  /// the bytes live only during the call.
  using Record = std::function<void(uint32_t eu, std::string_view bytes)>;

  /// `size`: bytes of the ring's records, a power of two.
  RingReader(Kind kind, uint64_t size) : recordKind_(kind), ringSize_(size) {}

  Kind kind() const { return recordKind_; }
  uint64_t size() const { return ringSize_; }

  /// Reads what the device sent: `records` begin at `position`. False if they
  /// are damaged; the rest of them is skipped then.
  bool readSent(uint64_t position, std::string_view records,
                const Record &record);

  /// Reads a copy of the whole ring, in which the records from `tail` to `head`
  /// are good. The same result.
  bool readRing(uint64_t tail, uint64_t head, std::string_view ring,
                const Record &record);

  /// Bytes of records that were overwritten before they were read.
  uint64_t lostBytes() const { return lost_; }

private:
  bool readRecords(uint64_t position, std::string_view records,
                   const Record &record);

  bool readTexts(std::string_view records, const Record &record) const;
  bool readTraces(std::string_view records, const Record &record) const;

  Kind recordKind_;
  uint64_t ringSize_;
  uint64_t shown_ = 0; ///< position up to which records have been read
  uint64_t lost_ = 0;
};

} // namespace dpa::host

#endif
