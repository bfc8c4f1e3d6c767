// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What dpa-ar, dpa-nm and dpa-objdump read of their command lines themselves;
// the other words go to LLVM's command unchanged and in order.
#ifndef DPA_TOOLS_BINUTILS_ARGUMENTS_H
#define DPA_TOOLS_BINUTILS_ARGUMENTS_H

#include "image/result.h"

#include <cstdint>
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

image::Result<Arguments> readArguments(int argc, char **argv);

/// Messages of the command `name`, and its exit status.
int fail(const char *name, const image::Error &error);

/// "name version <ours>", one line.
void printVersion(const char *name);

} // namespace dpa::binutils

#endif
