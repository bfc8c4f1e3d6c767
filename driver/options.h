// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpacc, read and checked: given argv, returns what to
// build from what. Problems are reported all at once. Touches no file. The
// options themselves are declared in options.td.
#ifndef DPA_DRIVER_OPTIONS_H
#define DPA_DRIVER_OPTIONS_H

#include "driver/models.h"

#include <string>
#include <vector>

namespace dpa::driver {

enum class Action { Build, PrintHelp, PrintVersion };

struct Options {
  Action action = Action::Build;

  std::vector<std::string> sources;
  std::vector<std::string> archives; ///< device libraries given as inputs
  std::string output;
  std::string appName = "__dpa_a_out";
  std::vector<const Model *> models; ///< ascending, each once

  std::vector<std::string>
      hostCompiler; ///< a command and its first words ("ccache gcc")
  std::vector<std::string> includeDirs;
  std::vector<std::string> deviceOptions;
  std::vector<std::string> hostOptions;
  std::vector<std::string> deviceLinkOptions;
  std::vector<std::string> deviceLibraries; ///< -L and -l, in order

  std::string keepDir; ///< empty: keep nothing
  bool dryRun = false;
  bool verbose = false;
};

/// Reads the command line without argv[0]. After errors (hasErrors()) the
/// result is of no use.
Options parseOptions(llvm::ArrayRef<const char *> arguments);

/// The text of --help on standard output.
void printHelp();

} // namespace dpa::driver

#endif
