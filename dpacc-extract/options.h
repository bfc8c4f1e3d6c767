// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpacc-extract as values.
#ifndef DPA_DPACC_EXTRACT_OPTIONS_H
#define DPA_DPACC_EXTRACT_OPTIONS_H

#include "dpacc-extract/selection.h"
#include "tools/command-line/command-line.h"

namespace dpa::extract {

struct Options {
  enum class Action { ExtractOne, ExtractAll, List, Replace, Debug };
  Action action = Action::ExtractOne;
  std::string input;
  std::string output; ///< empty with Replace: in place
  Wish wish;
  std::string replacement; ///< device ELF of Replace
  std::string core;        ///< of Debug; empty: none
  bool isJson = false;
  bool showsSymbols = false;
};

/// The command line, not read yet.
tools::CommandLine makeCommandLine();

/// The values of a line that was read.
Result<Options> readOptions(const tools::CommandLine &line);

} // namespace dpa::extract

#endif
