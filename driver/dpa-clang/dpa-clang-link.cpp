// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes clang link as dpacc does. See dpa-clang-link.h.
#include "driver/dpa-clang/dpa-clang-link.h"

#include "driver/inputs/device-link.h"
#include "driver/processes/report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

namespace dpa::driver {

/// Options of clang with which nothing is linked, or only what the user names.
static bool forbidsImage(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases({"-c", "--compile", "-S", "--assemble", "-E", "--preprocess"},
             true)
      .Cases({"-M", "-MM", "-fsyntax-only", "--analyze", "--precompile"}, true)
      .Cases({"-emit-ast", "-nostdlib", "--no-standard-libraries"}, true)
      .Cases({"-nostartfiles", "-nodefaultlibs"}, true)
      .Default(false);
}

/// Joins objects to one.
static bool isRelocatable(StringRef word) {
  return word == "-r" || word == "--relocatable";
}

/// A word that names a file: without one there is nothing to link, as in `dpa-clang -v`.
static bool hasInput(const std::vector<std::string> &arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-o")
      ++i;
    else if (!StringRef(arguments[i]).starts_with("-"))
      return true;
  }
  return false;
}

static void appendForLinker(std::vector<std::string> &arguments,
                            const std::vector<std::string> &words) {
  for (const std::string &word : words)
    arguments.insert(arguments.end(), {"-Xlinker", word});
}

bool addImageLink(std::vector<std::string> &arguments,
                  const Toolchain &toolchain, const Model &model) {
  if (llvm::any_of(arguments, forbidsImage) || !hasInput(arguments))
    return true;
  if (llvm::any_of(arguments, isRelocatable)) {
    arguments.insert(arguments.begin(), "-nostdlib"); // clang adds libraries
    return true;
  }
  std::string start = toolchain.deviceFile(model, "crt0.o");
  if (!llvm::sys::fs::exists(start)) {
    reportErrorIn(start, Problem::NoDeviceFiles, model.name);
    return false;
  }
  std::vector<std::string> all = {"-nostdlib"};
  appendForLinker(all, imageLinkOptions(toolchain, model));
  appendForLinker(all, {start});
  all.insert(all.end(), arguments.begin(), arguments.end());
  appendForLinker(all, {"--whole-archive"});
  appendForLinker(all, imageLibraries(toolchain, model));
  arguments = std::move(all);
  return true;
}

} // namespace dpa::driver
