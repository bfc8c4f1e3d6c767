// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether memory of this program is still there, asked of the kernel without
// touching it: a program may unmap what it has registered.
#ifndef DPA_EMULATOR_HOST_HOST_PAGES_H
#define DPA_EMULATOR_HOST_HOST_PAGES_H

#include <cstddef>

namespace dpa {

/// Whether all of [memory, memory + size) is mapped and its ends can be read at
/// this moment; `size` is not 0. True also if the kernel does not report it. Rights
/// to write and what other threads do meanwhile are not seen.
bool isStillMapped(const std::byte *memory, size_t size);

} // namespace dpa

#endif
