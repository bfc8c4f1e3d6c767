// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of LLVM (-mllvm) and levels of optimisation among the words of a command line. Reads no files.
#ifndef DPA_DRIVER_PLAN_LLVM_OPTIONS_H
#define DPA_DRIVER_PLAN_LLVM_OPTIONS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace dpa::driver {

/// The last -O of the options, or `otherwise`.
llvm::StringRef lastLevel(const std::vector<std::string> &options,
                          llvm::StringRef otherwise);

/// The options that -mllvm passes, each with its value.
std::vector<std::string> llvmOptions(const std::vector<std::string> &options);

/// Whether one of the words sets LLVM's option `name` ("-name"), by itself or as the end of a
/// linker option.
bool setsLlvmOption(const std::vector<std::string> &words,
                    llvm::StringRef name);

/// Limits of copies and fills of known size that are inlined, as options of LLVM, for code that is optimised for
/// speed: at -O2 and above. Those that `own` sets are left out, because LLVM takes each option once.
std::vector<std::string> copyLimits(llvm::StringRef level,
                                    const std::vector<std::string> &own);

/// The same as flags of clang, for a command line with these options.
std::vector<std::string>
copyLimitFlags(const std::vector<std::string> &options);

} // namespace dpa::driver

#endif
