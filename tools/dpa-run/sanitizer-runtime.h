// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which address-sanitizer run-time a program is linked with: it has to be the
// first library of a process, before the stand-ins. Only looks at the file.
#ifndef DPA_TOOLS_DPA_RUN_SANITIZER_RUNTIME_H
#define DPA_TOOLS_DPA_RUN_SANITIZER_RUNTIME_H

#include <string>

namespace dpa {

/// The name ("libasan.so.8") that the program asks the loader for; empty if it
/// needs none or is no 64-bit ELF file. `program` is looked up in PATH as
/// execvp does.
std::string sanitizerRuntimeOf(const std::string &program);

} // namespace dpa

#endif
