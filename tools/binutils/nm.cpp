// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-nm: llvm-nm for device objects, also those inside fat containers, DPA
// objects and host files. Its exit status is llvm-nm's, or 1.
#include "tools/binutils/arguments.h"
#include "tools/binutils/llvm-tool.h"

using namespace dpa::binutils;

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
  auto work = [](const Arguments &arguments) {
    return runOnHeldFiles("llvm-nm", arguments.words, arguments.model);
  };
  return runCommand({name, helpText, work}, argc, argv);
}
