// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which address-sanitizer run-time a program is linked with: it has to be the
// first library of a process, before the stand-ins. Only reads the file.
#ifndef DPA_TOOLS_DPA_RUN_SANITIZER_RUNTIME_H
#define DPA_TOOLS_DPA_RUN_SANITIZER_RUNTIME_H

#include <string>

namespace dpa {

/// The name ("libasan.so.8") by which the program names it to the loader; empty
/// if the program is not instrumented or not a 64-bit ELF file. `program` is
/// looked up in PATH as execvp does.
std::string sanitizerRuntimeOf(const std::string &program);

} // namespace dpa

#endif
