// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpa-fatbin as values. Each long option has one or two
// dashes, and its value behind '=' or as the next argument.
#ifndef DPA_TOOLS_FATBIN_OPTIONS_H
#define DPA_TOOLS_FATBIN_OPTIONS_H

#include "image/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dpa::fatbin {

/// --arch-member=<model>,<file>
struct Member {
  uint32_t model = 0; ///< DPA_ID
  std::string file;
};

struct Options {
  enum class Action { None, Create, Extract, List, ShowHelp, ShowVersion };
  Action action = Action::None;
  std::vector<Member> members;
  std::string output; ///< of --create
  std::string input;  ///< of --extract and --list
};

/// The text of --help.
extern const char helpText[];

image::Result<Options> parseOptions(int argc, char **argv);

} // namespace dpa::fatbin

#endif
