// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernel knows about ranges of this program's memory: one question for a
// range instead of one for each page. Needs Linux 6.11 and /proc. Thread safe.
#ifndef DPA_EMULATOR_NIC_DATA_HOST_MAPPINGS_H
#define DPA_EMULATOR_NIC_DATA_HOST_MAPPINGS_H

#include <cstddef>

namespace dpa {

/// Whether all of the range is anonymous memory that may be read and, if `writes`,
/// written. False: it is not, or that cannot be found out. Memory of files does not
/// count: a file may be shorter than its mapping.
bool isAnonymousMemory(const std::byte *memory, size_t size, bool writes);

} // namespace dpa

#endif
