// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a RISC-V ELF file says about the processor that it needs: `.riscv.attributes` and the flags
// of its header. Given the file, returns what is there. Judges nothing.
#ifndef DPA_DRIVER_CHECKS_ARCHITECTURE_H
#define DPA_DRIVER_CHECKS_ARCHITECTURE_H

#include "image/elf-file.h"

#include <string>

namespace dpa::driver {

struct Architecture {
  std::string name; ///< Tag_RISCV_arch, "rv64i2p1_m2p0"; empty if it is missing
  bool hasUnalignedAccess = false; ///< Tag_RISCV_unaligned_access
  bool hasFloatArguments = false;  ///< lp64f, lp64d, lp64q
  bool hasEmbeddedBase = false;    ///< RVE
};

Architecture readArchitecture(const image::ElfFile &file);

} // namespace dpa::driver

#endif
