// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads command lines (tools/binutils/arguments.h).
#include "tools/binutils/arguments.h"

#include "tools/command-line/command-line.h"
#include "tools/command-line/model-option.h"

#include "llvm/Support/raw_ostream.h"

namespace dpa::binutils {

using dpa::Error;
using dpa::Result;
using llvm::StringRef;

static Result<Arguments> readArguments(int argc, char **argv) {
  llvm::BumpPtrAllocator memory;
  llvm::SmallVector<const char *, 32> line(argv + 1, argv + argc);
  llvm::StringSaver saver(memory);
  if (Result<void> done = tools::expandResponseFiles(line, saver); !done)
    return done.error();
  Arguments arguments;
  std::optional<std::string> model;
  for (size_t i = 0; i < line.size(); ++i) {
    StringRef word = line[i];
    if (word == "--mcpu" || word == "-mcpu") {
      if (++i == line.size())
        return Error{"option '" + word.str() + "' needs a value"};
      model = line[i];
    } else if (word.consume_front("--mcpu=") || word.consume_front("-mcpu=")) {
      model = word.str();
    } else if (word == "--help") {
      arguments.wantsHelp = true;
    } else if (word == "--version") {
      arguments.wantsVersion = true;
    } else {
      arguments.words.push_back(word.str());
    }
  }
  if (!model)
    return arguments;
  const Result<uint32_t> number = tools::modelOption(*model);
  if (!number)
    return number.error();
  arguments.model = *number;
  return arguments;
}

static constexpr const char ownOptions[] =
    "\nOPTIONS:\n"
    "  --help         Print this text\n"
    "  --mcpu=<model> Choose what is for this hardware model\n"
    "  --version      Print the version\n";

static int fail(const char *name, const Error &error) {
  return tools::printError(name, error, 1);
}

static void printVersion(const char *name) {
  llvm::outs() << name
               << " version " DPACC_VERSION " (LLVM " DPA_LLVM_VERSION ")\n";
}

int runCommand(const Command &command, int argc, char **argv) {
  const Result<Arguments> arguments = readArguments(argc, argv);
  if (!arguments)
    return fail(command.name, arguments.error());
  if (arguments->wantsHelp) {
    llvm::outs() << command.help << ownOptions;
    return tools::finishStandardOutput(command.name, 0, 1);
  }
  if (arguments->wantsVersion) {
    printVersion(command.name);
    return tools::finishStandardOutput(command.name, 0, 1);
  }
  const Result<int> status = command.work(*arguments);
  return tools::finishStandardOutput(
      command.name, status ? *status : fail(command.name, status.error()), 1);
}

} // namespace dpa::binutils
