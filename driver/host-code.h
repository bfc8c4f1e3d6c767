// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The app's own part of the generated host code, <app>.meta.c: the app variable, the constructor that creates one app for
// each image and registers everything, the destructor. The text is templates/meta.c.in with names filled in.
#ifndef DPA_DRIVER_HOST_CODE_H
#define DPA_DRIVER_HOST_CODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace dpa::driver {

struct MetaContents {
  llvm::StringRef appName;
  size_t modelCount;
  llvm::ArrayRef<std::string> stems; ///< of the sources, as identifiers
  llvm::ArrayRef<std::string>
      libraries; ///< device libraries, with the prefix lib, as identifiers
};

std::string makeMetaText(const MetaContents &contents);

} // namespace dpa::driver

#endif
