// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the program's own memory can be read: a bad pointer given to a public
// function becomes a status instead of a crash inside the library.
#ifndef DPA_RUNTIME_HOST_SUPPORT_READABLE_MEMORY_H
#define DPA_RUNTIME_HOST_SUPPORT_READABLE_MEMORY_H

#include "base/result.h"

#include <cstddef>
#include <optional>
#include <string>

namespace dpa::host {

/// An error naming address and size if [address, address + size) is not all
/// mapped at this moment, or its ends cannot be read; none if the kernel does
/// not support the check.
Result<void> checkReadable(const void *address, size_t size);

/// A text of the program; nothing if it cannot be read up to its NUL, or is not
/// shorter than `sizeMax` bytes.
std::optional<std::string> readableText(const char *text,
                                        size_t sizeMax = 65536);

} // namespace dpa::host

#endif
