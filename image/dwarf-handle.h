// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libdw's view of the debug information of an ELF file in memory. The bytes must
// outlive it.
#ifndef DPA_IMAGE_DWARF_HANDLE_H
#define DPA_IMAGE_DWARF_HANDLE_H

#include "image/elf-handle.h"

#include <elfutils/libdw.h>

namespace dpa::image {

/// get() is null if there is none; libdw's functions accept that.
class DwarfHandle {
public:
  explicit DwarfHandle(ByteView bytes)
      : elf_(openElf(bytes)),
        dwarf_(dwarf_begin_elf(elf_.get(), DWARF_C_READ, nullptr)) {}

  Dwarf *get() const { return dwarf_.get(); }

private:
  struct EndDwarf {
    void operator()(Dwarf *dwarf) const { dwarf_end(dwarf); }
  };
  const ElfHandle elf_;
  const std::unique_ptr<Dwarf, EndDwarf> dwarf_;
};

} // namespace dpa::image

#endif
