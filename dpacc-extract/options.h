// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpacc-extract as values. Each long option has one or two
// dashes, and its value behind '=' or as the next argument.
#ifndef DPA_DPACC_EXTRACT_OPTIONS_H
#define DPA_DPACC_EXTRACT_OPTIONS_H

#include "image/result.h"

#include <optional>
#include <string>

namespace dpa::extract {

struct Options {
  enum class Action { Extract, ShowHelp, ShowVersion };
  Action action = Action::Extract;
  std::string input;
  std::string output;
  std::optional<std::string> app;
  std::optional<uint32_t> model;
};

/// The text of --help.
extern const char helpText[];

image::Result<Options> parseOptions(int argc, char **argv);

} // namespace dpa::extract

#endif
