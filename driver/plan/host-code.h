// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generated text that belongs to no single source: templates with names filled in.
//   meta           host: the app variable, the constructor that creates one app for each image
//                  and registers everything, the destructor (<app>.meta.c)
//   library        host: the function that registers the entry points of a device library (<lib>.lib.host.c)
//   library-info   device: the library's name and version (<lib>.lib.device.c)
#ifndef DPA_DRIVER_PLAN_HOST_CODE_H
#define DPA_DRIVER_PLAN_HOST_CODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace dpa::driver {

/// The constructor calls _dpacc_lib_<name>_register_all.
struct LibraryCall {
  std::string name; ///< with the prefix lib, as identifier
  bool isNeeded =
      false; ///< a link without the host part fails; else the call is skipped
};

struct MetaContents {
  llvm::StringRef appName;
  size_t modelCount;
  llvm::ArrayRef<std::string> stems; ///< of the units, as identifiers
  llvm::ArrayRef<LibraryCall> libraries;
};

std::string makeMetaText(const MetaContents &contents);

/// `library` is an identifier.
std::string makeLibraryText(llvm::StringRef library,
                            llvm::ArrayRef<std::string> stems);
std::string makeLibraryInfoText(llvm::StringRef library);

} // namespace dpa::driver

#endif
