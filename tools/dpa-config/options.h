// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpa-config as values. An option that the command does not use
// is an error.
#ifndef DPA_TOOLS_DPA_CONFIG_OPTIONS_H
#define DPA_TOOLS_DPA_CONFIG_OPTIONS_H

#include "authentication/uuid.h"
#include "tools/command-line/command-line.h"

namespace dpa::config {

struct Options {
  std::string command;
  std::vector<std::string> words; ///< after the command
  std::string device;
  std::string privateKey;
  std::optional<auth::Uuid> keyUuid;
  bool hasAttributes = false;
  bool showsAll = false;
  std::string json; ///< a file; empty: none
};

/// `name`: of the command, for messages.
tools::CommandLine makeCommandLine(const char *name);
Result<Options> readOptions(const tools::CommandLine &line);

} // namespace dpa::config

#endif
