// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether frame data (.debug_frame) can be given to libdw, which allocates memory
// for the highest register number and for each state that is remembered.
#ifndef DPA_IMAGE_FRAME_DATA_CHECK_H
#define DPA_IMAGE_FRAME_DATA_CHECK_H

#include "base/bytes.h"

namespace dpa::image {

/// Whether `data` has the form that compilers for the DPA write: entries of 32-bit
/// DWARF, registers of RISC-V, few states that are remembered at a time.
bool isPlainFrameData(ByteView data);

} // namespace dpa::image

#endif
