// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-objdump: llvm-objdump for device objects, also those inside fat
// containers, DPA objects and host files. Its exit status is llvm-objdump's, or
// 1.
#include "tools/binutils/arguments.h"
#include "tools/binutils/llvm-tool.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/RISCVISAInfo.h"

using namespace dpa::binutils;

static constexpr const char *name = "dpa-objdump";

static constexpr const char helpText[] =
    "OVERVIEW: dpa-objdump: contents and disassembly of device objects\n"
    "\n"
    "USAGE: dpa-objdump [--mcpu=<model>] [options of llvm-objdump] <file>...\n"
    "\n"
    "A file is an object, an archive, a fat container, a DPA object, or a "
    "host\n"
    "executable, shared library, object or archive with device programs. "
    "--mcpu\n"
    "chooses among the models in it, without it all are shown; objects that do "
    "not say\n"
    "their architecture are disassembled for that model.\n";

static const char *architectureOf(uint32_t model) {
#define DPA_MODEL(id, name, shortName, product, architecture)                  \
  if (model == (id))                                                           \
    return architecture;
#include "runtime/abi/hardware-models.def"
#undef DPA_MODEL
  return "rv64imac";
}

/// "--mattr=+m,+a,...": the extensions of a model.
static std::string attributesOf(uint32_t model) {
  auto info = llvm::RISCVISAInfo::parseArchString(architectureOf(model), true);
  if (!info) {
    llvm::consumeError(info.takeError());
    return "--mattr=+m,+a,+c";
  }
  return "--mattr=" + llvm::join((*info)->toFeatures(), ",");
}

int main(int argc, char **argv) {
  auto work = [](const Arguments &arguments) {
    std::vector<std::string> words = arguments.words;
    if (arguments.model)
      words.insert(words.begin(), attributesOf(*arguments.model));
    return runOnHeldFiles("llvm-objdump", words, arguments.model);
  };
  return runCommand({name, helpText, work}, argc, argv);
}
