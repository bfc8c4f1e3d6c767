// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's driver turns a command line into one of its compiler proper, and that into an invocation.
// See device-invocation.h.
#include "driver/compile/device-invocation.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

namespace dpa::driver {

static bool isObjectAction(const clang::CompilerInvocation &invocation) {
  clang::frontend::ActionKind action =
      invocation.getFrontendOpts().ProgramAction;
  return action == clang::frontend::EmitObj ||
         (action == clang::frontend::EmitBC &&
          invocation.getCodeGenOpts().PrepareForLTO);
}

DeviceInvocation readDeviceInvocation(const std::string &clang,
                                      const Arguments &arguments,
                                      MessageList &messages) {
  constexpr const char *notAnObject =
      "the device options ask for something other than an object file";
  std::vector<const char *> words = {clang.c_str()};
  for (const std::string &argument : arguments)
    words.push_back(argument.c_str());
  // The options about warnings are for clang's driver too.
  auto files = llvm::vfs::getRealFileSystem();
  std::unique_ptr<clang::DiagnosticOptions> diagnosticOptions =
      clang::CreateAndPopulateDiagOpts(words);
  MessagePrinter printer(messages, *diagnosticOptions);
  printer.setPrefix("dpacc");
  auto diagnostics = clang::CompilerInstance::createDiagnostics(
      *files, *diagnosticOptions, &printer, false);
  clang::ProcessWarningOptions(*diagnostics, *diagnosticOptions, *files, false);

  clang::driver::Driver driver(clang, llvm::sys::getDefaultTargetTriple(),
                               *diagnostics, "dpacc", files);
  std::unique_ptr<clang::driver::Compilation> compilation(
      driver.BuildCompilation(words));
  if (!compilation || compilation->containsError() ||
      diagnostics->hasErrorOccurred())
    return {};
  const clang::driver::JobList &jobs = compilation->getJobs();
  if (jobs.size() != 1 ||
      llvm::StringRef(jobs.begin()->getCreator().getName()) != "clang") {
    messages.addError(notAnObject);
    return {};
  }
  llvm::ArrayRef<const char *> proper =
      llvm::ArrayRef(jobs.begin()->getArguments()).drop_front();
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, proper,
                                                 *diagnostics, clang.c_str()))
    return {};
  if (!isObjectAction(*invocation)) {
    messages.addError(notAnObject);
    return {};
  }
  return {std::move(invocation), Arguments(proper.begin(), proper.end())};
}

} // namespace dpa::driver
