// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the kernel which memory of this program may be accessed, without
// touching it.
#ifndef DPA_EMULATOR_VERBS_MAPPED_MEMORY_H
#define DPA_EMULATOR_VERBS_MAPPED_MEMORY_H

#include <cstddef>

namespace dpa::verbs {

/// Whether all of [address, address + size) is mapped, readable and, if asked,
/// writable at this moment. False also if the kernel does not report it.
bool isMapped(const void *address, size_t size, bool writable);

} // namespace dpa::verbs

#endif
