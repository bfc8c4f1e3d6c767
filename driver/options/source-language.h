// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a source is written in, by its name: that decides who compiles it and where its entry points come from.
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

/// The language of what is compiled; a name that tells nothing is that of bitcode.
SourceLanguage languageOf(llvm::StringRef source);

/// What clang has to be told about a source besides its name: in front of it.
std::vector<std::string> languageFlags(llvm::StringRef source);

} // namespace dpa::driver

#endif
