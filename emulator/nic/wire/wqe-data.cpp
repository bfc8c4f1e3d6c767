// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers and inline data; receive WQEs, which are lists of pointers.
#include "emulator/nic/wire/wqe-data.h"

#include "emulator/nic/wire/big-endian.h"

namespace dpa {
namespace {

/// A byte count of 0 is 2^31 bytes, as the mlx5 formats define it for all
/// pointers. Device code that means "no bytes" must leave the segment out;
/// taking 0 as 0 bytes here would hide that error until the program runs on a
/// card.
void readPointer(const std::byte *segment, WqeData &data) {
  uint32_t count = loadBig32(segment);
  data.length = count == 0 ? DPA_WQE_LENGTH_OF_ZERO : count;
  data.lkey = loadBig32(segment + 4);
  data.address = loadBig64(segment + 8);
}

/// Adds a pointer; lists have room for all segments of an entry.
void addPointer(const std::byte *segment, WqeDataList &list) {
  if (WqeData *data = list.add())
    readPointer(segment, *data);
}

/// The number of inline bytes behind `count`, the first word of a segment;
/// nothing for a pointer.
///
/// Inline data have bit 31 of the big-endian count. Up to version 24.07,
/// flexio_dev_swqe_seg_inline_data_set() stored the count without that bit and
/// in the processor's (little-endian) order. This form is recognised in
/// Ethernet queues only, for counts of 1 to 12, which fit the segment: a pointer
/// with these bytes would have 16 MiB or more, longer than any frame. In other
/// queues such a pointer is valid, and the segment is one. The bytes are sent as
/// they are in the segment in both forms.
std::optional<uint32_t> inlineLength(uint32_t count, WireQueue queue) {
  constexpr uint32_t lowBytes = 0xffffff;
  constexpr unsigned topShift = 24;
  constexpr uint32_t fits = DPA_WQE_SEGMENT - sizeof(uint32_t);
  if ((count & DPA_WQE_INLINE) != 0)
    return count & ~DPA_WQE_INLINE;
  uint32_t plain = count >> topShift;
  if (queue == WireQueue::Ethernet && (count & lowBytes) == 0 && plain != 0 &&
      plain <= fits)
    return plain;
  return std::nullopt;
}

} // namespace

WqeFailure readWqeData(WqeSegments &segments, WireQueue queue,
                       WqeDataList &list) {
  constexpr size_t countSize = sizeof(uint32_t);
  while (!segments.isEmpty()) {
    ByteView left = segments.left();
    std::optional<uint32_t> length =
        inlineLength(loadBig32(left.data()), queue);
    if (!length) {
      addPointer(segments.next(), list);
      continue;
    }
    std::optional<ByteView> bytes = slice(left, countSize, *length);
    if (!bytes)
      return malformedWqe("inline data exceed the WQE");
    segments.skip(countSize + *length);
    if (*length != 0)
      list.add({.isInline = true, .length = *length, .bytes = *bytes});
  }
  return {};
}

WqeFailure readWqeTargets(WqeSegments &segments, WqeDataList &list) {
  while (const std::byte *segment = segments.next()) {
    if ((loadBig32(segment) & DPA_WQE_INLINE) != 0)
      return malformedWqe("inline data where only memory is allowed");
    addPointer(segment, list);
  }
  return {};
}

std::optional<WqeError> readReceiveWqe(ByteView bytes, bool isShared,
                                       ReceiveRequest &request) {
  constexpr size_t maxStride = 512;
  constexpr size_t nextAt = 2;
  request.nextIndex = 0;
  request.data.clear();
  if (bytes.empty() || bytes.size() % DPA_WQE_SEGMENT != 0 ||
      bytes.size() > maxStride)
    return malformedWqe("a receive WQE of an invalid size");
  WqeSegments segments(bytes);
  if (isShared)
    request.nextIndex = loadBig16(segments.next() + nextAt);
  while (const std::byte *segment = segments.next()) {
    if (loadBig32(segment + 4) == DPA_INVALID_LKEY)
      break;
    if ((loadBig32(segment) & DPA_WQE_INLINE) != 0)
      return malformedWqe("inline data in a receive WQE");
    addPointer(segment, request.data);
  }
  return {};
}

} // namespace dpa
