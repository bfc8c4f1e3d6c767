// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs Clang as a library. See compile-device.h.
#include "driver/compile/compile-device.h"

#include "clang-plugin/frontend.h"
#include "driver/compile/compiled-files.h"

#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <mutex>

namespace dpa::driver {

namespace {

/// Uses of values keep their order: passes that follow it give the same code from a copy.
std::string exactBitcode(const llvm::Module &module) {
  llvm::SmallVector<char, 0> bytes;
  llvm::BitcodeWriter writer(bytes);
  writer.writeModule(module, /*ShouldPreserveUseListOrder=*/true);
  writer.writeStrtab();
  return {bytes.data(), bytes.size()};
}

/// The first pass: hands the module over as it is.
struct HandOverPass : llvm::PassInfoMixin<HandOverPass> {
  std::function<void(const llvm::Module &)> handOver;

  explicit HandOverPass(std::function<void(const llvm::Module &)> handOver)
      : handOver(std::move(handOver)) {}

  llvm::PreservedAnalyses run(llvm::Module &module,
                              llvm::ModuleAnalysisManager &) {
    handOver(module);
    return llvm::PreservedAnalyses::all();
  }

  static bool isRequired() { return true; }
};

std::unique_ptr<clang::ASTConsumer>
attachKeywords(const CompileJob &job, clang::CompilerInstance &compiler,
               std::unique_ptr<clang::ASTConsumer> inner) {
  frontend::Options options;
  options.stem = job.stem;
  options.warnings = job.warnings;
  options.checksAssembly = job.checksAssembly;
  options.onParsed = job.onParsed;
  return frontend::attach(compiler, std::move(options), std::move(inner));
}

/// Compiles to an object or to bitcode, with the keywords.
template <typename Action> class CompileAction : public Action {
public:
  CompileAction(const CompileJob &job, llvm::LLVMContext &context)
      : Action(&context), job_(job) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef file) override {
    std::unique_ptr<clang::ASTConsumer> inner =
        Action::CreateASTConsumer(compiler, file);
    // After an error of its own; the action must not end what it has not begun.
    if (!inner)
      return nullptr;
    auto consumer = attachKeywords(job_, compiler, std::move(inner));
    if (job_.onModule)
      watch(compiler);
    return consumer;
  }

private:
  /// After the front end: the interface record is part of what is handed over.
  void watch(clang::CompilerInstance &compiler) {
    macros_.attach(compiler.getPreprocessor());
    auto handOver = [this, &compiler](const llvm::Module &module) {
      macros_.finish(compiler.getPreprocessor());
      job_.onModule({std::move(macros_), exactBitcode(module)});
    };
    compiler.getCodeGenOpts().PassBuilderCallbacks.push_back(
        [handOver](llvm::PassBuilder &builder) {
          builder.registerPipelineStartEPCallback(
              [handOver](llvm::ModulePassManager &passes,
                         llvm::OptimizationLevel) {
                passes.addPass(HandOverPass(handOver));
              });
        });
  }

  const CompileJob &job_;
  MacroProbe macros_;
};

/// Parses with the keywords.
class CheckAction : public clang::SyntaxOnlyAction {
public:
  explicit CheckAction(const CompileJob &job) : job_(job) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef file) override {
    return attachKeywords(job_, compiler,
                          SyntaxOnlyAction::CreateASTConsumer(compiler, file));
  }

private:
  const CompileJob &job_;
};

/// -mllvm options are global to LLVM and the same in every compilation: only the first one sets
/// them.
bool takeGlobalOptions(const std::vector<std::string> &options,
                       MessageList &messages) {
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
  messages.beginMessage();
  isOk = llvm::cl::ParseCommandLineOptions(static_cast<int>(arguments.size()),
                                           arguments.data(), "",
                                           &messages.stream());
  return isOk;
}

/// Clang builds the list of the plugins' attributes at its first use, without a lock: another thread
/// could see an incomplete list and ignore a keyword. Building it here is early enough, since all
/// compilations have the same plugins, which are loaded by now.
void makeAttributeList() {
  static std::once_flag isMade;
  std::call_once(isMade, [] { clang::getAttributePluginInstances(); });
}

template <typename Action>
bool runAction(const CompileJob &job, clang::CompilerInstance &compiler) {
  // The context goes after the action, which holds the module.
  auto context = std::make_unique<llvm::LLVMContext>();
  CompileAction<Action> action(job, *context);
  return compiler.ExecuteAction(action);
}

bool runCodeGeneration(const CompileJob &job,
                       clang::CompilerInstance &compiler) {
  return compiler.getFrontendOpts().ProgramAction == clang::frontend::EmitObj
             ? runAction<clang::EmitObjAction>(job, compiler)
             : runAction<clang::EmitBCAction>(job, compiler);
}

bool runCheck(const CompileJob &job, clang::CompilerInstance &compiler) {
  CheckAction action(job);
  return compiler.ExecuteAction(action);
}

/// What clang's own main does for -ftime-trace: times of this thread's compilation as a file.
class TimeTrace {
public:
  explicit TimeTrace(clang::CompilerInstance &compiler) : compiler_(compiler) {
    const clang::FrontendOptions &options = compiler.getFrontendOpts();
    if (!options.TimeTracePath.empty())
      llvm::timeTraceProfilerInitialize(options.TimeTraceGranularity, "dpacc",
                                        options.TimeTraceVerbose);
  }
  TimeTrace(const TimeTrace &) = delete;
  TimeTrace &operator=(const TimeTrace &) = delete;

  ~TimeTrace() {
    if (!llvm::timeTraceProfilerEnabled())
      return;
    // A failure is reported like those of other outputs.
    if (auto out = compiler_.createOutputFile(
            compiler_.getFrontendOpts().TimeTracePath, /*Binary=*/false,
            /*RemoveFileOnSignal=*/false, /*UseTemporary=*/false))
      llvm::timeTraceProfilerWrite(*out);
    llvm::timeTraceProfilerCleanup();
    compiler_.clearOutputFiles(false);
  }

private:
  clang::CompilerInstance &compiler_;
};

using Run = bool (*)(const CompileJob &, clang::CompilerInstance &);

bool runTimed(Run run, const CompileJob &job,
              clang::CompilerInstance &compiler) {
  {
    TimeTrace trace(compiler);
    llvm::TimeTraceScope scope("ExecuteCompiler");
    if (!run(job, compiler))
      return false;
  }
  return !compiler.getDiagnostics().hasErrorOccurred();
}

bool compile(const CompileJob &job, Run run, MessageList &messages) {
  auto invocation =
      std::make_shared<clang::CompilerInvocation>(*job.invocation.invocation);
  if (!takeGlobalOptions(invocation->getFrontendOpts().LLVMArgs, messages))
    return false;
  messages.stream().enable_colors(invocation->getDiagnosticOpts().ShowColors);
  std::string verbose;
  llvm::raw_string_ostream verboseStream(verbose);
  CompiledFiles files;
  clang::CompilerInstance compiler(std::move(invocation));
  compiler.setVirtualFileSystem(llvm::vfs::getRealFileSystem());
  compiler.setVerboseOutputStream(verboseStream);
  compiler.createDiagnostics(
      new MessagePrinter(messages, compiler.getDiagnosticOpts()), true);
  compiler.createFileManager();
  if (compiler.getCodeGenOpts().TimePasses)
    compiler.createFrontendTimer();
  compiler.LoadRequestedPlugins();
  makeAttributeList();
  files.attach(compiler);
  bool isOk = runTimed(run, job, compiler);
  messages.beginMessage();
  messages.stream() << verbose; // how many errors and warnings
  return isOk && files.write(messages);
}

} // namespace

void initializeDeviceCompiler() {
  LLVMInitializeRISCVTargetInfo();
  LLVMInitializeRISCVTarget();
  LLVMInitializeRISCVTargetMC();
  LLVMInitializeRISCVAsmPrinter();
  LLVMInitializeRISCVAsmParser();
}

CompileResult compileDevice(const CompileJob &job) {
  MessageList messages;
  bool isOk = compile(job, runCodeGeneration, messages);
  return {isOk, messages.take()};
}

CompileResult checkDevice(const CompileJob &job) {
  MessageList messages;
  bool isOk = compile(job, runCheck, messages);
  return {isOk, messages.take()};
}

} // namespace dpa::driver
