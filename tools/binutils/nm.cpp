// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-nm: llvm-nm for device objects, also those inside fat containers, DPA
// objects and host files. Its exit status is llvm-nm's, or 1.
#include "tools/binutils/arguments.h"
#include "tools/binutils/llvm-tool.h"

#include <cstdio>

using namespace dpa::binutils;
using dpa::image::Result;

static constexpr const char *name = "dpa-nm";

static constexpr const char helpText[] =
    "OVERVIEW: dpa-nm: symbols of device objects\n"
    "\n"
    "USAGE: dpa-nm [--mcpu=<model>] [options of llvm-nm] <file>...\n"
    "\n"
    "A file is an object, LLVM bitcode, an archive, a fat container, a DPA "
    "object, or a\n"
    "host executable, shared library, object or archive with device programs. "
    "--mcpu\n"
    "chooses among the models in it; without it all are shown.\n";

int main(int argc, char **argv) {
  const Result<Arguments> arguments = readArguments(argc, argv);
  if (!arguments)
    return fail(name, arguments.error());
  if (arguments->wantsHelp) {
    std::fputs(helpText, stdout);
    return 0;
  }
  if (arguments->wantsVersion) {
    printVersion(name);
    return 0;
  }
  const Result<int> status =
      runOnHeldFiles("llvm-nm", arguments->words, arguments->model);
  return status ? *status : fail(name, status.error());
}
