// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the program's own memory can be read: a bad pointer given to a public
// function becomes a status instead of a crash inside the library. Never
// touches the memory itself.
#ifndef DPA_RUNTIME_HOST_READABLE_MEMORY_H
#define DPA_RUNTIME_HOST_READABLE_MEMORY_H

#include "image/result.h"

#include <cstddef>

namespace dpa::host {

/// An error naming address and size if [address, address + size) is not all
/// mapped at this moment, or its ends cannot be read; none if the kernel does
/// not tell.
image::Result<void> checkReadable(const void *address, size_t size);

} // namespace dpa::host

#endif
