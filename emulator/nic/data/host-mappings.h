// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mappings of this program's memory, queried from the kernel by one system call for each
// range instead of one for each page. Requires Linux 6.11 and /proc. Thread safe.
#ifndef DPA_EMULATOR_NIC_DATA_HOST_MAPPINGS_H
#define DPA_EMULATOR_NIC_DATA_HOST_MAPPINGS_H

#include <cstddef>

namespace dpa {

/// Whether all of the range is anonymous memory that may be read and, if `writes`,
/// written. False if it is not, or the query fails. Memory of files is excluded, because a
/// file may be shorter than its mapping.
bool isAnonymousMemory(const std::byte *memory, size_t size, bool writes);

} // namespace dpa

#endif
