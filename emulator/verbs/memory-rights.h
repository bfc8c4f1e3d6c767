// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the kernel which rights this program has to its memory, without touching
// it.
#ifndef DPA_EMULATOR_VERBS_MEMORY_RIGHTS_H
#define DPA_EMULATOR_VERBS_MEMORY_RIGHTS_H

#include "emulator/interface/host-memory.h"

namespace dpa::verbs {

/// Of a range, at this moment. Neither is set if the kernel does not report it.
struct MemoryRights {
  bool isAccessible = false; ///< mapped, readable and, if asked, writable
  std::optional<SharedMapping> shared; ///< that has the whole range
};
MemoryRights memoryRights(const void *address, size_t size, bool writable);

} // namespace dpa::verbs

#endif
