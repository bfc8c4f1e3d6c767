// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The notes of a core dump: layouts of Linux for RISC-V with 64 bits, and facts
// of the device as text.
#ifndef DPA_IMAGE_CORE_NOTES_H
#define DPA_IMAGE_CORE_NOTES_H

#include "image/core-file.h"

namespace dpa::image {

Bytes makeCoreNotes(const CoreContents &core);

/// Adds threads and facts of `notes` to `summary`. Unknown notes are skipped.
Result<void> readCoreNotes(ByteView notes, CoreSummary &summary);

/// A note in the form of ELF, padded to 4 bytes.
void appendNote(Bytes &out, std::string_view owner, uint32_t type,
                ByteView content);

} // namespace dpa::image

#endif
