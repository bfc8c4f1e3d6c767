// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks over the segments of a work request.
#include "emulator/nic/transport/local-memory.h"

#include <algorithm>

namespace dpa {
namespace {

/// Calls access(segment, offset in it, offset in the range, size) for each piece
/// of [offset, offset + size).
template <typename Access>
bool forEachPiece(std::span<const MemorySegment> segments, uint64_t offset,
                  size_t size, Access access) {
  size_t done = 0;
  for (const MemorySegment &segment : segments) {
    if (done == size)
      break;
    if (offset >= segment.length) {
      offset -= segment.length;
      continue;
    }
    const size_t piece =
        std::min<uint64_t>(size - done, segment.length - offset);
    if (!access(segment, static_cast<uint32_t>(offset), done, piece))
      return false;
    done += piece;
    offset = 0;
  }
  return done == size;
}

} // namespace

uint64_t totalLength(std::span<const MemorySegment> segments) {
  uint64_t total = 0;
  for (const MemorySegment &segment : segments)
    total += segment.length;
  return total;
}

bool gather(TransportEnvironment &environment,
            std::span<const MemorySegment> segments, uint64_t offset,
            std::span<std::byte> out) {
  return forEachPiece(
      segments, offset, out.size(),
      [&](const MemorySegment &segment, uint32_t from, size_t at, size_t size) {
        return environment.read(segment, from, out.subspan(at, size));
      });
}

bool scatter(TransportEnvironment &environment,
             std::span<const MemorySegment> segments, uint64_t offset,
             std::span<const std::byte> bytes) {
  return forEachPiece(
      segments, offset, bytes.size(),
      [&](const MemorySegment &segment, uint32_t to, size_t at, size_t size) {
        return environment.write(segment, to, bytes.subspan(at, size));
      });
}

uint64_t scatterDirect(TransportEnvironment &environment,
                       std::span<const MemorySegment> segments, uint64_t offset,
                       const DirectSource &source, uint64_t size) {
  uint64_t written = 0;
  forEachPiece(
      segments, offset, size,
      [&](const MemorySegment &segment, uint32_t to, size_t at, size_t piece) {
        const uint64_t done =
            environment.writeDirect(segment, to, source, at, piece);
        written += done;
        return done == piece;
      });
  return written;
}

} // namespace dpa
