// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from and to memory that device code may be using at the same time.
// Whole aligned 8-byte words are never torn, as between units of the device.
#ifndef DPA_EMULATOR_SHARED_COPY_H
#define DPA_EMULATOR_SHARED_COPY_H

#include <cstddef>

namespace dpa {

void copyFromShared(void *target, const std::byte *source, size_t size);
void copyToShared(std::byte *target, const void *source, size_t size);
void fillShared(std::byte *target, int value, size_t size);

} // namespace dpa

#endif
