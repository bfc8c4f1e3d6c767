// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The headers that belong to the device compiler itself (stddef.h, stdarg.h). They lie beside
// clang, in a folder of its version, and are missing where another version is installed or only a
// part of the package.
#ifndef DPA_DRIVER_COMPILE_COMPILER_HEADERS_H
#define DPA_DRIVER_COMPILE_COMPILER_HEADERS_H

#include <string>

namespace dpa::driver {

/// Reports an error if the headers that the compiler at this path would use are not there.
void checkCompilerHeaders(const std::string &clang);

} // namespace dpa::driver

#endif
