// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and languages: the only list of suffixes. See source-language.h.
#include "driver/options/source-language.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace dpa::driver {

namespace {

struct Suffix {
  llvm::StringLiteral text;
  SourceLanguage language;
};

constexpr Suffix suffixes[] = {
    {".c", SourceLanguage::C},        {".i", SourceLanguage::C},
    {".cc", SourceLanguage::C},       {".cpp", SourceLanguage::C},
    {".cxx", SourceLanguage::C},      {".C", SourceLanguage::C},
    {".ll", SourceLanguage::Ir},      {".bc", SourceLanguage::Ir},
    {".S", SourceLanguage::Assembly}, {".s", SourceLanguage::Assembly},
};

const Suffix *suffixOf(llvm::StringRef file) {
  llvm::StringRef extension = llvm::sys::path::extension(file);
  const auto *found = llvm::find_if(
      suffixes, [&](const Suffix &suffix) { return suffix.text == extension; });
  return found == std::end(suffixes) ? nullptr : found;
}

} // namespace

bool isSourceName(llvm::StringRef file) {
  return suffixOf(file) != nullptr;
}

SourceLanguage languageOf(llvm::StringRef source) {
  const Suffix *suffix = suffixOf(source);
  return suffix ? suffix->language : SourceLanguage::Ir;
}

std::vector<std::string> languageFlags(llvm::StringRef source) {
  // The keywords are macros, and clang expands none in a language that is preprocessed by its name.
  if (llvm::sys::path::extension(source) == ".i")
    return {"-Wno-gnu-line-marker", "-x", "c"};
  switch (languageOf(source)) {
  case SourceLanguage::Assembly:
    return {"-Wno-unused-command-line-argument"};
  case SourceLanguage::Ir:
    return {"-Wno-unused-command-line-argument", "-x", "ir"};
  case SourceLanguage::C:
    break;
  }
  return {};
}

} // namespace dpa::driver
