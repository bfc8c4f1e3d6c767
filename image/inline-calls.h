// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that a compiler has inlined at an address of a device image, from
// its debug information, which libdw reads.
#ifndef DPA_IMAGE_INLINE_CALLS_H
#define DPA_IMAGE_INLINE_CALLS_H

#include "image/line-table.h"

namespace dpa::image {

/// A function that was inlined, and the call that it replaces.
struct InlineCall {
  std::string function; ///< "?" if it has no name
  SourceLine call;
};

/// Innermost first; none without debug information. Damaged information gives
/// fewer calls or wrong ones, never a failure.
std::vector<InlineCall> findInlineCalls(ByteView image, uint64_t address);

} // namespace dpa::image

#endif
