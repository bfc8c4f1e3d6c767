// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What dpa-ar, dpa-nm and dpa-objdump share: each reads --mcpu, --help and
// --version itself; the other words go to LLVM's command unchanged and in
// order.
#ifndef DPA_TOOLS_BINUTILS_ARGUMENTS_H
#define DPA_TOOLS_BINUTILS_ARGUMENTS_H

#include "base/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dpa::binutils {

struct Arguments {
  std::optional<uint32_t> model; ///< of --mcpu
  std::vector<std::string> words;
  bool wantsHelp = false;
  bool wantsVersion = false;
};

/// A whole command: reads the command line, prints help or the version ("name
/// version <ours>", one line), or does `work`, which returns the exit status.
/// Errors are reported under the name of the command.
struct Command {
  const char *name;
  const char *help;
  std::function<Result<int>(const Arguments &)> work;
};

int runCommand(const Command &command, int argc, char **argv);

} // namespace dpa::binutils

#endif
