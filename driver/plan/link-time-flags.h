// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of ld.lld when it generates code from bitcode: one level for the program, and how much of
// LLVM's optimisation over sources is wanted. Given the user's options for compilations and for the
// link; reads no files.
#ifndef DPA_DRIVER_PLAN_LINK_TIME_FLAGS_H
#define DPA_DRIVER_PLAN_LINK_TIME_FLAGS_H

#include <string>
#include <vector>

namespace dpa::driver {

/// The last -O among the compile options, or -O2, and their -mllvm options. An -mllvm option that
/// the link options set, too, is theirs: LLVM takes each once.
std::vector<std::string>
linkTimeFlags(const std::vector<std::string> &compileOptions,
              const std::vector<std::string> &linkOptions);

} // namespace dpa::driver

#endif
