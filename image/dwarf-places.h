// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The readers of call-frames.h and inline-calls.h for debug information that is
// open already.
#ifndef DPA_IMAGE_DWARF_PLACES_H
#define DPA_IMAGE_DWARF_PLACES_H

#include "image/call-frames.h"
#include "image/dwarf-handle.h"
#include "image/inline-calls.h"

namespace dpa::image {

/// Null if the frame data is missing or damaged. Belongs to `dwarf`.
Dwarf_CFI *frameDataOf(ByteView image, Dwarf *dwarf);

/// `data` may be null.
std::vector<uint64_t> callersIn(Dwarf_CFI *data, const ThreadState &thread);

/// `dwarf` may be null.
std::vector<InlineCall> inlineCallsIn(Dwarf *dwarf, uint64_t address);

} // namespace dpa::image

#endif
