// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs clang as a process. See launcher.h.
#include "driver/compile/launcher.h"

#include "driver/processes/child-process.h"
#include "driver/processes/report.h"

#include "llvm/Support/Program.h"

using llvm::StringRef;

namespace dpa::driver {

bool checkLauncher(const Options &options) {
  if (!isDistributing(options) || !options.isLto)
    return true;
  reportError(Problem::LauncherWithLto, options.deviceLauncher.front());
  reportNote("leave out -flto, or use a launcher that compiles here, such as "
             "ccache");
  return false;
}

/// Launchers look for the target in two words.
static Arguments spelledForLaunchers(const Arguments &arguments) {
  Arguments spelled;
  for (StringRef argument : arguments) {
    if (argument.consume_front("--target="))
      spelled.push_back("-target");
    spelled.push_back(argument.str());
  }
  return spelled;
}

/// By the name that caches and other machines know, if it is that compiler.
static std::string compilerName(const std::string &clang) {
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName("clang-22");
  return found ? "clang-22" : clang;
}

static CompileResult runCommand(ChildCommand command, const Inputs &inputs,
                                const std::string &folder) {
  command.isOutputCollected = true;
  if (inputs.options.keepDir.empty())
    command.temporaryFolder = folder;
  ChildProcess child;
  CompileResult result;
  std::string problem = child.start(command);
  if (problem.empty())
    problem = child.wait();
  result.messages = splitMessages(child.collectedOutput());
  result.isOk = problem.empty();
  // A compiler that ends with 1 has said why.
  if (!result.isOk &&
      (result.messages.empty() || !StringRef(problem).ends_with("code 1")))
    result.messages.push_back("dpacc: error: " + problem + "\n");
  return result;
}

CompileResult runCompiler(const Inputs &inputs, const std::string &folder,
                          const Arguments &arguments) {
  ChildCommand command;
  command.what = "device compiler";
  command.path = inputs.toolchain.clang;
  command.name = "clang-22";
  command.arguments = arguments;
  return runCommand(std::move(command), inputs, folder);
}

CompileResult launchCompiler(const Inputs &inputs, const std::string &folder,
                             const Arguments &arguments) {
  const std::vector<std::string> &launcher = inputs.options.deviceLauncher;
  ChildCommand command;
  command.what = "device compiler launcher";
  command.name = launcher.front();
  // A name that is not found is kept: the start fails and says why.
  llvm::ErrorOr<std::string> found =
      llvm::sys::findProgramByName(launcher.front());
  command.path = found ? *found : launcher.front();
  command.arguments.assign(launcher.begin() + 1, launcher.end());
  command.arguments.push_back(compilerName(inputs.toolchain.clang));
  for (const std::string &argument : spelledForLaunchers(arguments))
    command.arguments.push_back(argument);
  return runCommand(std::move(command), inputs, folder);
}

} // namespace dpa::driver
