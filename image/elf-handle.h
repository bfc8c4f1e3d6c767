// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libelf's view of an ELF file in memory, for readers that need libelf itself.
// The bytes must outlive it.
#ifndef DPA_IMAGE_ELF_HANDLE_H
#define DPA_IMAGE_ELF_HANDLE_H

#include "base/bytes.h"

#include <libelf.h>
#include <memory>

namespace dpa::image {

struct EndElf {
  void operator()(Elf *elf) const { elf_end(elf); }
};
using ElfHandle = std::unique_ptr<Elf, EndElf>;

/// Null if libelf rejects the bytes. libelf only reads memory that is opened for
/// reading, although its parameter is not const.
inline ElfHandle openElf(ByteView bytes) {
  elf_version(EV_CURRENT);
  return ElfHandle(elf_memory(
      reinterpret_cast<char *>(const_cast<std::byte *>(bytes.data())),
      bytes.size()));
}

} // namespace dpa::image

#endif
