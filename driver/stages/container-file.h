// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fat container made from the files of several models.
#ifndef DPA_DRIVER_STAGES_CONTAINER_FILE_H
#define DPA_DRIVER_STAGES_CONTAINER_FILE_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// Writes a fat container of these files; each is an ELF file, LLVM bitcode or an archive.
bool writeContainerOf(llvm::ArrayRef<DeviceFile> files,
                      const std::string &output);

} // namespace dpa::driver

#endif
