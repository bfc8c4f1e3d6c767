// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpa-run as values: settings and devices, each checked by
// itself, and the program with its arguments. Changes nothing.
#ifndef DPA_TOOLS_DPA_RUN_OPTIONS_H
#define DPA_TOOLS_DPA_RUN_OPTIONS_H

#include <map>
#include <string>
#include <variant>

namespace dpa::run {

/// The exit statuses of env(1).
enum ExitStatus { OwnError = 125, CannotStart = 126, NotFound = 127 };

struct Options {
  /// What the options set, by variable (DPA_MODEL and the like).
  std::map<std::string, std::string> variables;
  std::map<std::string, std::string> names; ///< the option, by variable
  bool printsConfiguration = false;         ///< instead of starting a program
  char **program = nullptr; ///< with its arguments, up to a null
};

/// The options, or the status to exit with: help was asked for, or the line is
/// wrong and that has been reported.
std::variant<Options, int> readCommandLine(int argc, char **argv);

/// "dpa-run: error: message" on standard error; the status.
int fail(const std::string &message, ExitStatus status = OwnError);

} // namespace dpa::run

#endif
