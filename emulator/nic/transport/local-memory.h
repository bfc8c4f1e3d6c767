// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of one work request as one range of bytes: lists of segments, read
// and written at an offset.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_LOCAL_MEMORY_H
#define DPA_EMULATOR_NIC_TRANSPORT_LOCAL_MEMORY_H

#include "emulator/nic/transport/environment.h"

namespace dpa {

uint64_t totalLength(std::span<const MemorySegment> segments);

/// Reads out.size() bytes from `offset` on. False: a segment cannot be read, or
/// the segments end before.
bool gather(TransportEnvironment &environment,
            std::span<const MemorySegment> segments, uint64_t offset,
            std::span<std::byte> out);

/// Writes `bytes` from `offset` on. False: a segment cannot be written, or the
/// segments end before.
bool scatter(TransportEnvironment &environment,
             std::span<const MemorySegment> segments, uint64_t offset,
             std::span<const std::byte> bytes);

/// Writes `size` bytes of memory of the other end from `offset` on. Returns the
/// number of written bytes.
uint64_t scatterDirect(TransportEnvironment &environment,
                       std::span<const MemorySegment> segments, uint64_t offset,
                       const DirectSource &source, uint64_t size);

} // namespace dpa

#endif
