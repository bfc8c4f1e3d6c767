// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same front end for plain clang-22: -fplugin=dpacc-plugin.so. Its options, all optional, are
// given as -fplugin-arg-dpacc-<option>:
//   stem=NAME          default: the base name of the source without its suffix
//   host-stub=FILE     where the host stub goes
//   device-stub=FILE   where the device stub goes, for reading
//   host=TRIPLE        a host to compare layouts with, instead of the built-in ones; may be repeated
//   disable-asm-checks  does not look into inline assembly
//   Wno-dpa-NAME ...   see warnings.h, without the leading '-'
#include "clang-plugin/frontend.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace {

class DpaccPlugin : public PluginASTAction {
public:
  bool ParseArgs(const CompilerInstance &compiler,
                 const std::vector<std::string> &arguments) override {
    DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
    for (const std::string &argument : arguments) {
      if (takeArgument(argument))
        continue;
      unsigned id = diagnostics.getCustomDiagID(
          DiagnosticsEngine::Error, "unknown option '%0' for the dpacc plugin");
      diagnostics.Report(id) << argument;
      return false;
    }
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler,
                                                 StringRef file) override {
    dpa::frontend::Options options;
    options.stem = stem_.empty() ? llvm::sys::path::stem(file).str() : stem_;
    if (!hostTriples_.empty())
      options.hostTriples = hostTriples_;
    options.warnings = warnings_;
    options.checksAssembly = checksAssembly_;
    // Clang destroys this action as soon as it has the consumer.
    options.onParsed = [host = hostStub_, device = deviceStub_,
                        &compiler](const dpa::frontend::Products &products) {
      write(compiler.getDiagnostics(), host, products.record.hostStub);
      write(compiler.getDiagnostics(), device, products.deviceStub);
    };
    return dpa::frontend::attach(compiler, std::move(options), nullptr);
  }

  /// After the main action, which then sees the main file as it is on disk.
  ActionType getActionType() override { return AddAfterMainAction; }

private:
  bool takeArgument(StringRef argument) {
    if (argument.consume_front("stem="))
      stem_ = argument;
    else if (argument.consume_front("host-stub="))
      hostStub_ = argument;
    else if (argument.consume_front("device-stub="))
      deviceStub_ = argument;
    else if (argument.consume_front("host="))
      hostTriples_.push_back(argument.str());
    else if (argument == "disable-asm-checks")
      checksAssembly_ = false;
    else
      return warnings_.takeOption(("-" + argument).str()) ==
             dpa::frontend::WarningOptions::Taken::Yes;
    return true;
  }

  static void write(DiagnosticsEngine &diagnostics, const std::string &path,
                    StringRef text) {
    if (path.empty())
      return;
    llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &out) {
      out << text;
      return llvm::Error::success();
    });
    if (!error)
      return;
    unsigned id = diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                              "cannot write %0: %1");
    diagnostics.Report(id) << path << llvm::toString(std::move(error));
  }

  std::string stem_;
  std::string hostStub_;
  std::string deviceStub_;
  std::vector<std::string> hostTriples_;
  dpa::frontend::WarningOptions warnings_;
  bool checksAssembly_ = true;
};

// Clang has no other way; an exception could only be lack of memory.
// NOLINTBEGIN(bugprone-throwing-static-initialization)
const FrontendPluginRegistry::Add<DpaccPlugin>
    registration("dpacc", "keywords of DPA programs");
// NOLINTEND(bugprone-throwing-static-initialization)

} // namespace
