// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs Clang as a library. See compile-device.h.
#include "driver/compile-device.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>

namespace dpa::driver {

namespace {

using VirtualFiles = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// Compiles to an object, with the keywords.
class CompileAction : public clang::EmitObjAction {
public:
  CompileAction(const CompileJob &job, llvm::LLVMContext &context)
      : EmitObjAction(&context), job(job) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef file) override {
    frontend::Options options;
    options.stem = job.stem;
    options.warnings = job.warnings;
    options.onParsed = job.onParsed;
    return frontend::attach(compiler, std::move(options),
                            EmitObjAction::CreateASTConsumer(compiler, file));
  }

private:
  const CompileJob &job;
};

/// One compilation: its messages, and the steps from command line to object.
class DeviceCompiler {
public:
  explicit DeviceCompiler(const CompileJob &job)
      : job(job), messages(text), files(llvm::vfs::getRealFileSystem()) {}

  CompileResult run() {
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    bool isOk = readCommandLine(*invocation) && compile(std::move(invocation));
    return {isOk, std::move(text)};
  }

private:
  /// Clang's driver turns the command line into one of its compiler proper, and that into an invocation.
  bool readCommandLine(clang::CompilerInvocation &invocation) {
    clang::DiagnosticOptions diagnosticOptions;
    clang::TextDiagnosticPrinter printer(messages, diagnosticOptions);
    printer.setPrefix("dpacc");
    auto diagnostics = clang::CompilerInstance::createDiagnostics(
        *files, diagnosticOptions, &printer, false);

    std::vector<const char *> arguments = {job.clang.c_str()};
    for (const std::string &argument : job.plan.arguments)
      arguments.push_back(argument.c_str());
    clang::driver::Driver driver(job.clang, llvm::sys::getDefaultTargetTriple(),
                                 *diagnostics, "dpacc", files);
    std::unique_ptr<clang::driver::Compilation> compilation(
        driver.BuildCompilation(arguments));
    if (!compilation || compilation->containsError() ||
        diagnostics->hasErrorOccurred())
      return false;
    const clang::driver::JobList &jobs = compilation->getJobs();
    if (jobs.size() != 1 ||
        llvm::StringRef(jobs.begin()->getCreator().getName()) != "clang")
      return refuse(
          "the device options ask for something other than an object file");
    const llvm::opt::ArgStringList &proper = jobs.begin()->getArguments();
    if (!clang::CompilerInvocation::CreateFromArgs(
            invocation, llvm::ArrayRef(proper).drop_front(), *diagnostics,
            job.clang.c_str()))
      return false;
    return checkAction(invocation);
  }

  bool checkAction(const clang::CompilerInvocation &invocation) {
    clang::frontend::ActionKind action =
        invocation.getFrontendOpts().ProgramAction;
    if (action == clang::frontend::EmitBC ||
        invocation.getCodeGenOpts().PrepareForLTO)
      return refuse("device options: link-time optimisation (-flto) is not "
                    "supported by this version of dpacc");
    if (action != clang::frontend::EmitObj)
      return refuse(
          "the device options ask for something other than an object file");
    return true;
  }

  bool refuse(llvm::StringRef why) {
    messages << "dpacc: error: " << why << "\n";
    return false;
  }

  bool compile(std::shared_ptr<clang::CompilerInvocation> invocation) {
    if (!takeGlobalOptions(invocation->getFrontendOpts().LLVMArgs))
      return false;
    messages.enable_colors(invocation->getDiagnosticOpts().ShowColors);
    clang::CompilerInstance compiler(std::move(invocation));
    compiler.setVirtualFileSystem(files);
    compiler.setVerboseOutputStream(messages);
    compiler.createDiagnostics(new clang::TextDiagnosticPrinter(
                                   messages, compiler.getDiagnosticOpts()),
                               true);
    compiler.createFileManager();
    if (compiler.getCodeGenOpts().TimePasses)
      compiler.createFrontendTimer();
    compiler.LoadRequestedPlugins();
    // The context goes after the action, which holds the module.
    auto context = std::make_unique<llvm::LLVMContext>();
    CompileAction action(job, *context);
    return compiler.ExecuteAction(action);
  }

  /// -mllvm options are global to LLVM and the same in every compilation: only the first one sets them.
  bool takeGlobalOptions(const std::vector<std::string> &options) {
    static std::mutex mutex;
    static bool isDone = false;
    static bool isOk = true;
    std::lock_guard lock(mutex);
    if (isDone || options.empty())
      return isOk;
    std::vector<const char *> arguments = {"dpacc (LLVM option parsing)"};
    for (const std::string &option : options)
      arguments.push_back(option.c_str());
    isDone = true;
    isOk = llvm::cl::ParseCommandLineOptions(static_cast<int>(arguments.size()),
                                             arguments.data(), "", &messages);
    return isOk;
  }

  const CompileJob &job;
  std::string text;
  llvm::raw_string_ostream messages;
  VirtualFiles files;
};

} // namespace

void initializeDeviceCompiler() {
  LLVMInitializeRISCVTargetInfo();
  LLVMInitializeRISCVTarget();
  LLVMInitializeRISCVTargetMC();
  LLVMInitializeRISCVAsmPrinter();
  LLVMInitializeRISCVAsmParser();
}

CompileResult compileDevice(const CompileJob &job) {
  return DeviceCompiler(job).run();
}

} // namespace dpa::driver
