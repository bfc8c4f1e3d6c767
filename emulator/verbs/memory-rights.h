// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the kernel which rights this program has to its memory, without touching
// it.
#ifndef DPA_EMULATOR_VERBS_MEMORY_RIGHTS_H
#define DPA_EMULATOR_VERBS_MEMORY_RIGHTS_H

#include <cstddef>

namespace dpa::verbs {

/// Whether all of [address, address + size) is mapped, readable and, if asked,
/// writable at this moment. False also if the kernel does not report it.
bool isAccessible(const void *address, size_t size, bool writable);

} // namespace dpa::verbs

#endif
