// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Raw profiles of instrumented device programs (-fprofile-instr-generate), which
// llvm-profdata reads: what compiler-rt's run-time library writes on a host, made
// from an image and the counters in the memory of its process.
// Format: LLVM, "Instrumentation Profile Format", raw version 10.
#ifndef DPA_IMAGE_RAW_PROFILE_H
#define DPA_IMAGE_RAW_PROFILE_H

#include "image/device-elf.h"

namespace dpa::image {

/// Device memory that instrumented code writes.
struct ProfileMemory {
  struct Range {
    uint64_t address = 0;
    uint64_t size = 0; ///< 0: the image has none
  };
  Range counters; ///< 64-bit numbers
  Range bitmap;   ///< of -fcoverage-mcdc
};

/// Nothing: the image is not instrumented. Error: its sections are damaged.
Result<std::optional<ProfileMemory>> profileMemoryOf(const DeviceElf &elf);

/// Contents of the memory above, of one process or of several.
struct ProfileCounts {
  std::vector<uint64_t> counters;
  Bytes bitmap;

  /// Adds those of another process with the same image.
  void add(const ProfileCounts &other);
};

/// The file. `buildId` may be empty.
Result<Bytes> rawProfile(const DeviceElf &elf, ByteView buildId,
                         const ProfileCounts &counts);

} // namespace dpa::image

#endif
