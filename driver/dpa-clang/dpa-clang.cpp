// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-clang: a clang that knows the hardware models and the keywords by itself. Given clang's
// command line with -mcpu=<model>, starts clang-22 for that model with the plugin; returns its exit
// status. Images are linked with the SDK's linker scripts and libraries, unless the command line
// says -nostdlib or the like.
#include "driver/dpa-clang/dpa-clang-libraries.h"
#include "driver/dpa-clang/dpa-clang-link.h"
#include "driver/options/option-files.h"
#include "driver/plan/device-flags.h"
#include "driver/plan/llvm-options.h"
#include "driver/processes/child-process.h"
#include "driver/processes/report.h"

#include "clang-plugin/warnings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <unistd.h>

using namespace dpa::driver;
using dpa::frontend::WarningOptions;
using llvm::StringRef;

namespace {

constexpr StringRef defaultModel = "nv-dpa-bf3";

/// Every model runs it.
constexpr Model generic = {0, "generic", "generic", "rv64imac"};

struct Request {
  const Model *model = nullptr;
  std::vector<std::string> arguments; ///< for clang
  std::vector<std::string> warnings;  ///< our own -W options
};

std::string modelNames() {
  std::string names;
  for (const Model &model : allModels())
    names += model.name.str() + ", ";
  return names + generic.name.str();
}

const Model *modelOf(StringRef name) {
  if (name == "generic" || name == "generic-rv64" || name == "nv-dpa-generic")
    return &generic;
  if (const Model *model = findModel(name))
    return model;
  reportError(Problem::UnknownModel, name, modelNames());
  return nullptr;
}

/// "--mcpu=x" gives "x"; nothing if it is another option.
std::optional<StringRef> valueOfModelOption(StringRef word) {
  if (word.consume_front("--mcpu=") || word.consume_front("-mcpu="))
    return word;
  return std::nullopt;
}

/// Takes out what clang does not know: models, and warnings of our own.
Request readRequest(llvm::ArrayRef<const char *> words) {
  Request request;
  StringRef model = defaultModel;
  WarningOptions warnings;
  for (size_t i = 0; i < words.size(); ++i) {
    StringRef word = words[i];
    if (word == "-mcpu" || word == "--mcpu") {
      if (i + 1 == words.size())
        reportError(Problem::NeedsValue, word);
      else
        model = words[++i];
      continue;
    }
    if (std::optional<StringRef> name = valueOfModelOption(word)) {
      model = *name;
      continue;
    }
    switch (warnings.takeOption(word)) {
    case WarningOptions::Taken::No:
      request.arguments.push_back(word.str());
      break;
    case WarningOptions::Taken::Yes:
      request.warnings.push_back(word.str());
      break;
    case WarningOptions::Taken::Unknown:
      reportError(Problem::UnknownWarning, word);
      break;
    }
  }
  request.model = modelOf(model);
  return request;
}

/// Our part, about which clang is not to complain where it is of no use (a link needs no macros),
/// then the user's.
std::vector<std::string> clangArguments(const Request &request,
                                        const Toolchain &toolchain) {
  std::vector<std::string> arguments = {"--start-no-unused-arguments"};
  llvm::append_range(arguments, deviceFlags({}, toolchain, *request.model));
  llvm::append_range(arguments, copyLimitFlags(request.arguments));
  arguments.push_back("-fuse-ld=lld");
  arguments.push_back("-fplugin=" + toolchain.plugin());
  for (const std::string &option : request.warnings)
    arguments.push_back("-fplugin-arg-dpacc-" + option.substr(1));
  arguments.push_back("--end-no-unused-arguments");
  llvm::append_range(arguments, request.arguments);
  return arguments;
}

/// Becomes clang; returns only if that fails.
int become(const std::string &clang,
           const std::vector<std::string> &arguments) {
  std::vector<char *> argv;
  std::string name = clang;
  argv.push_back(name.data());
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  ::execv(clang.c_str(), argv.data());
  reportForeign(clang, std::strerror(errno));
  return 1;
}

/// For what has to be cleaned up when clang has ended.
int runAndWait(const std::string &clang,
               const std::vector<std::string> &arguments) {
  ChildCommand command;
  command.what = "compiler";
  command.path = clang;
  command.name = "clang-22";
  command.arguments = arguments;
  ChildProcess child;
  std::string problem = child.start(command);
  if (problem.empty())
    problem = child.wait();
  if (problem.empty())
    return 0;
  reportForeign(problem);
  return 1;
}

/// One line with the word: scripts look for it.
int printVersion() {
  llvm::outs() << "dpa-clang version " DPACC_VERSION "\n"
                  "Target: riscv64-unknown-unknown-elf\n"
                  "Compiler: clang " DPA_CLANG_VERSION "\n";
  return finishStandardOutput(0);
}

/// What clang's own help, which follows, does not know.
void printOurHelp() {
  llvm::outs()
      << "OVERVIEW: dpa-clang: a clang that knows the hardware models and the "
         "keywords of DPA programs\n\n"
         "USAGE: dpa-clang [-mcpu=<model>] [options of clang] <file>...\n\n"
         "  -mcpu=<model>  Hardware model: "
      << modelNames() << " (default: " << defaultModel
      << ")\n"
         "  -W[no-]dpa-<name>, -Werror=dpa-<name>\n"
         "                 Warnings about DPA programs\n\n"
         "Links with ld.lld, the SDK's linker scripts and its libraries; with "
         "-nostdlib or -r only what the command line names. A fat device "
         "library gives the "
         "member for the model.\n\n"
         "The options of clang:\n\n";
  llvm::outs().flush();
}

} // namespace

int main(int argc, char **argv) {
  setProgramName("dpa-clang");
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  std::vector<const char *> words = expandOptionFiles(
      llvm::ArrayRef<const char *>(argv + 1, static_cast<size_t>(argc - 1)),
      saver);
  if (llvm::is_contained(words, StringRef("--version")))
    return printVersion();
  if (llvm::is_contained(words, StringRef("--help")))
    printOurHelp();
  Request request = readRequest(words);
  Toolchain toolchain = findDeviceToolchain();
  if (hasErrors())
    return 1;
  TemporaryFolder folder;
  if (!unpackFatLibraries(request.arguments, *request.model, folder) ||
      !addImageLink(request.arguments, toolchain, *request.model))
    return 1;
  std::vector<std::string> arguments = clangArguments(request, toolchain);
  if (folder.path().empty())
    return become(toolchain.clang, arguments);
  return runAndWait(toolchain.clang, arguments);
}
