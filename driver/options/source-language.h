// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a source is written in, by its name: the language decides which compiler runs and where
// entry points are recorded.
#ifndef DPA_DRIVER_OPTIONS_SOURCE_LANGUAGE_H
#define DPA_DRIVER_OPTIONS_SOURCE_LANGUAGE_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace dpa::driver {

enum class SourceLanguage {
  C,  ///< .c, .i; also C++, for which the compiler says that device code is C
  Ir, ///< .ll, .bc: entry points are in an interface record, if any
  Assembly, ///< .S, .s: no entry points
};

/// Whether a file is a source by its suffix. Others may turn out to be bitcode.
bool isSourceName(llvm::StringRef file);

/// The language of a source; an unknown suffix means bitcode.
SourceLanguage languageOf(llvm::StringRef source);

/// Options of clang that a source needs in front of its name.
std::vector<std::string> languageFlags(llvm::StringRef source);

} // namespace dpa::driver

#endif
