// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks clang where its headers are. See compiler-headers.h.
#include "driver/compiler-headers.h"

#include "driver/report.h"

#include "clang/Basic/Version.h"
#include "clang/Options/OptionUtils.h"
#include "llvm/Support/FileSystem.h"

namespace dpa::driver {

void checkCompilerHeaders(const std::string &clang) {
  std::string folder = clang::GetResourcesPath(clang) + "/include";
  if (!llvm::sys::fs::exists(folder + "/stddef.h"))
    reportError(folder, "the headers of clang " CLANG_VERSION_MAJOR_STRING
                        " are not there; install clang-22 again, or the clang "
                        "that dpacc was built with");
}

} // namespace dpa::driver
