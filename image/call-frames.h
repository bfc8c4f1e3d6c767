// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The callers of the function that a thread is in, from the frame data
// (.debug_frame) of its device image, which libdw reads. Damaged data and stacks
// give fewer callers or wrong ones, never a failure.
#ifndef DPA_IMAGE_CALL_FRAMES_H
#define DPA_IMAGE_CALL_FRAMES_H

#include "base/bytes.h"

#include <array>

namespace dpa::image {

/// The registers of a thread, and its stack from sp on, as far as it is known.
struct ThreadState {
  uint64_t pc = 0;
  std::array<uint64_t, 32> x{};
  ByteView stack;
};

/// Return addresses, innermost first, up to the first function without frame
/// data. Inlined functions are part of those that they are in.
std::vector<uint64_t> findCallers(ByteView image, const ThreadState &thread);

} // namespace dpa::image

#endif
