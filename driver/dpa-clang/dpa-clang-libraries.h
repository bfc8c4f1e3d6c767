// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fat device libraries on the command line of dpa-clang: the linker knows only plain archives.
// Given the arguments, puts the member for the model, in a temporary folder, in the place of each
// `x.a` and `-lx` that is a fat container.
#ifndef DPA_DRIVER_DPA_CLANG_DPA_CLANG_LIBRARIES_H
#define DPA_DRIVER_DPA_CLANG_DPA_CLANG_LIBRARIES_H

#include "driver/options/models.h"
#include "driver/processes/cleanup.h"

#include <string>
#include <vector>

namespace dpa::driver {

/// False after an error, which is reported: a damaged library, or one that has nothing for the
/// model. The folder is made only if there is such a library; the members live as long as it.
bool unpackFatLibraries(std::vector<std::string> &arguments, const Model &model,
                        TemporaryFolder &folder);

} // namespace dpa::driver

#endif
