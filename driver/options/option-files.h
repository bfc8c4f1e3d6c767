// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options that stand in files: "@<file>", "-optf <file>,<file>" and its other spellings are
// replaced by the words of the files, which are separated and quoted as in a shell and may name
// more files. Reports files that cannot be read.
#ifndef DPA_DRIVER_OPTIONS_OPTION_FILES_H
#define DPA_DRIVER_OPTIONS_OPTION_FILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/StringSaver.h"

#include <vector>

namespace dpa::driver {

/// The command line with all files read; new words live as long as `saver`.
std::vector<const char *>
expandOptionFiles(llvm::ArrayRef<const char *> arguments,
                  llvm::StringSaver &saver);

} // namespace dpa::driver

#endif
