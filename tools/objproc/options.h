// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of objproc as values. Each long option has one or two
// dashes, and its value behind '=' or as the next argument.
#ifndef DPA_TOOLS_OBJPROC_OPTIONS_H
#define DPA_TOOLS_OBJPROC_OPTIONS_H

#include "image/result.h"

#include <string>

namespace dpa::objproc {

struct Options {
  enum class Action { None, EmitStub, EmitObject, ShowHelp, ShowVersion };
  Action action = Action::None;
  bool isObject = false; ///< device objects rather than images
  std::string prefix;    ///< the app, or the source's stem
  std::string like;      ///< an object of the machine to write for
  std::string input;
  std::string output;
};

/// The text of --help.
extern const char helpText[];

image::Result<Options> parseOptions(int argc, char **argv);

} // namespace dpa::objproc

#endif
