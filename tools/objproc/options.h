// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of objproc as values.
#ifndef DPA_TOOLS_OBJPROC_OPTIONS_H
#define DPA_TOOLS_OBJPROC_OPTIONS_H

#include "tools/command-line/command-line.h"

namespace dpa::objproc {

struct Options {
  enum class Action { EmitStub, EmitObject, ExtractObjects, ExtractHostStub };
  Action action = Action::EmitStub;
  std::string input;
  std::string prefix;    ///< app, or stem with --embed-as-obj
  bool isObject = false; ///< --embed-as-obj: device objects, not images
  std::string like;      ///< an object for the wanted machine
  std::string interface; ///< object with the records for --embed-as-obj
  std::optional<std::string> attributes; ///< file of --proc-attr
  std::string outDir;                    ///< of --extract-dev-obj
  std::optional<std::string> stem;
  std::string output;
};

/// The command line, not read yet.
tools::CommandLine makeCommandLine();

/// The values of a line that was read.
Result<Options> readOptions(const tools::CommandLine &line);

} // namespace dpa::objproc

#endif
