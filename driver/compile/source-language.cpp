// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and languages. See source-language.h.
#include "driver/compile/source-language.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace dpa::driver {

SourceLanguage languageOf(llvm::StringRef source) {
  llvm::StringRef extension = llvm::sys::path::extension(source);
  if (extension == ".S" || extension == ".s")
    return SourceLanguage::Assembly;
  if (llvm::is_contained({".c", ".i", ".cc", ".cpp", ".cxx", ".C"}, extension))
    return SourceLanguage::C;
  return SourceLanguage::Ir;
}

std::vector<std::string> languageFlags(llvm::StringRef source) {
  llvm::StringRef extension = llvm::sys::path::extension(source);
  // The keywords are macros, and clang expands none in a language that is preprocessed by its name.
  if (extension == ".i")
    return {"-Wno-gnu-line-marker", "-x", "c"};
  if (extension == ".S" || extension == ".s")
    return {"-Wno-unused-command-line-argument"};
  if (languageOf(source) == SourceLanguage::Ir)
    return {"-Wno-unused-command-line-argument", "-x", "ir"};
  return {};
}

} // namespace dpa::driver
