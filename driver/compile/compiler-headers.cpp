// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks clang where its headers are. See compiler-headers.h.
#include "driver/compile/compiler-headers.h"

#include "driver/processes/report.h"

#include "clang/Basic/Version.h"
#include "clang/Options/OptionUtils.h"
#include "llvm/Support/FileSystem.h"

namespace dpa::driver {

void checkCompilerHeaders(const std::string &clang) {
  std::string folder = clang::GetResourcesPath(clang) + "/include";
  if (!llvm::sys::fs::exists(folder + "/stddef.h"))
    reportErrorIn(folder, Problem::NoClangHeaders, CLANG_VERSION_MAJOR_STRING);
}

} // namespace dpa::driver
