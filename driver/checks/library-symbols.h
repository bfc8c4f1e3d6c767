// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions come from certain archives, by their symbol tables: separates the SDK's own code
// in an image from the user's. Given paths, answers for names. Reads nothing before the first
// question; what cannot be read defines nothing.
#ifndef DPA_DRIVER_CHECKS_LIBRARY_SYMBOLS_H
#define DPA_DRIVER_CHECKS_LIBRARY_SYMBOLS_H

#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace dpa::driver {

class LibrarySymbols {
public:
  explicit LibrarySymbols(std::vector<std::string> archives)
      : archives_(std::move(archives)) {}

  bool defines(llvm::StringRef name);

private:
  void read(const std::string &archive);

  std::vector<std::string> archives_; ///< those that are not read yet
  llvm::StringSet<> names_;
};

} // namespace dpa::driver

#endif
