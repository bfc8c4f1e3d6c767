// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpa-fatbin as values.
#ifndef DPA_TOOLS_FATBIN_OPTIONS_H
#define DPA_TOOLS_FATBIN_OPTIONS_H

#include "tools/command-line/command-line.h"

namespace dpa::fatbin {

/// --arch-member=<model>,<file>
struct Member {
  uint32_t model = 0; ///< DPA_ID
  std::string file;
};

struct Options {
  enum class Action { Create, Extract, List };
  Action action = Action::List;
  std::vector<Member> members;
  std::string output; ///< of --create
  std::string input;  ///< of --extract and --list
};

/// The command line, not read yet.
tools::CommandLine makeCommandLine();

/// The values of a line that was read.
Result<Options> readOptions(const tools::CommandLine &line);

} // namespace dpa::fatbin

#endif
