// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --compile-commands=<file>: what editors need to know about device sources.
// Merges one entry for each C source into a compilation database (the file may
// not exist yet): a command line of plain clang, with keywords that need no
// plugin. Other sources' entries stay. Several dpacc at once may share a file;
// readers see the old or the new one, never a part.
#ifndef DPA_DRIVER_STAGES_COMPILE_COMMANDS_H
#define DPA_DRIVER_STAGES_COMPILE_COMMANDS_H

#include "driver/inputs/toolchain.h"

namespace dpa::driver {

/// Updates the file that `options` names. Does nothing if they name none;
/// reports what fails.
void updateCompileCommands(const Options &options, const Toolchain &toolchain);

} // namespace dpa::driver

#endif
