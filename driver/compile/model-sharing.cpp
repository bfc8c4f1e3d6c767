// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares invocations, and gives a module another architecture. See model-sharing.h.
#include "driver/compile/model-sharing.h"

#include "image/file.h"

#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/MacroBuilder.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/BackendUtil.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/RISCVISAInfo.h"

using llvm::StringRef;

namespace dpa::driver {

namespace {

/// What an invocation says about the architecture.
class Architecture {
public:
  explicit Architecture(const clang::CompilerInvocation &invocation)
      : options_(invocation.getTargetOpts()),
        diagnostics_(clang::CompilerInstance::createDiagnostics(
            *llvm::vfs::getRealFileSystem(), diagnosticOptions_,
            new clang::IgnoringDiagConsumer)),
        target_(clang::TargetInfo::CreateTargetInfo(*diagnostics_, options_)) {
    std::vector<std::string> sorted = options_.Features;
    llvm::sort(sorted);
    features_ = llvm::join(sorted, ",");
    if (target_)
      addMacros(invocation);
  }

  /// As the attribute "target-features" of functions.
  const std::string &featureText() const { return features_; }

  /// As the module flag "riscv-isa"; empty after an error.
  std::string isaText() const {
    if (!target_)
      return {};
    auto isa = llvm::RISCVISAInfo::parseFeatures(
        target_->getTriple().isArch64Bit() ? 64 : 32, options_.Features);
    if (isa)
      return (*isa)->toString();
    llvm::consumeError(isa.takeError());
    return {};
  }

  /// Names of macros that the two define differently.
  std::vector<StringRef> macrosOtherThan(const Architecture &other) const {
    std::vector<StringRef> names;
    for (const auto &macro : macros_)
      if (other.macros_.lookup(macro.getKey()) != macro.getValue())
        names.push_back(macro.getKey());
    for (const auto &macro : other.macros_)
      if (!macros_.contains(macro.getKey()))
        names.push_back(macro.getKey());
    return names;
  }

private:
  void addMacros(const clang::CompilerInvocation &invocation) {
    std::string text;
    llvm::raw_string_ostream out(text);
    clang::MacroBuilder builder(out);
    target_->getTargetDefines(invocation.getLangOpts(), builder);
    for (StringRef line : llvm::split(text, '\n'))
      if (line.consume_front("#define "))
        macros_[line.split(' ').first] = line.str();
    for (const auto &[text, isUndefined] :
         invocation.getPreprocessorOpts().Macros)
      macros_[StringRef(text).split('=').first] =
          isUndefined ? "undefined" : text;
  }

  clang::TargetOptions options_;
  clang::DiagnosticOptions diagnosticOptions_;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics_;
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> target_;
  std::string features_;
  llvm::StringMap<std::string> macros_;
};

/// The compiler's arguments without those that may differ between models that share: architecture,
/// output, the macros that are watched, the dependency file.
std::vector<StringRef> neutralArguments(const Arguments &arguments) {
  std::vector<StringRef> neutral;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    bool hasValue = i + 1 < arguments.size();
    bool isWatched =
        argument == "-D" && hasValue && MacroProbe::watches(arguments[i + 1]);
    if (hasValue &&
        (isWatched ||
         llvm::is_contained(
             {"-target-feature", "-o", "-MT", "-dependency-file"}, argument)))
      ++i;
    else
      neutral.push_back(argument);
  }
  return neutral;
}

/// Whether the code depends on more than the unit's tokens and the module.
bool isSpecial(const clang::CodeGenOptions &options) {
  return options.MacroDebugInfo || !options.LinkBitcodeFiles.empty() ||
         options.getEmbedBitcode() != clang::CodeGenOptions::Embed_Off;
}

/// Notes that LLVM had something to say; remarks on what it did are not for the user.
class DiagnosticListener : public llvm::DiagnosticHandler {
public:
  explicit DiagnosticListener(bool &hasSaid) : hasSaid_(hasSaid) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    hasSaid_ |= info.getSeverity() != llvm::DS_Remark;
    return true;
  }

private:
  bool &hasSaid_;
};

/// False if a function has an architecture of its own.
bool changeArchitecture(llvm::Module &module, const Architecture &from,
                        const Architecture &to) {
  constexpr StringRef attribute = "target-features";
  for (llvm::Function &function : module) {
    if (!function.hasFnAttribute(attribute))
      continue;
    if (function.getFnAttribute(attribute).getValueAsString() !=
        from.featureText())
      return false;
    function.addFnAttr(attribute, to.featureText());
  }
  std::string isa = to.isaText();
  if (isa.empty() || !module.getModuleFlag("riscv-isa"))
    return false;
  llvm::LLVMContext &context = module.getContext();
  module.setModuleFlag(
      llvm::Module::AppendUnique, "riscv-isa",
      llvm::MDNode::get(context, llvm::MDString::get(context, isa)));
  return true;
}

/// Runs all passes and writes the object; false after any message, which the compilation of the
/// source gives again.
bool emit(clang::CompilerInstance &compiler, llvm::Module &module) {
  compiler.setVirtualFileSystem(llvm::vfs::getRealFileSystem());
  compiler.createDiagnostics(new clang::IgnoringDiagConsumer);
  compiler.createFileManager();
  if (!compiler.createTarget())
    return false;
  bool isObject =
      compiler.getFrontendOpts().ProgramAction == clang::frontend::EmitObj;
  llvm::SmallVector<char, 0> bytes;
  clang::emitBackendOutput(compiler, compiler.getCodeGenOpts(),
                           compiler.getTarget().getDataLayoutString(), &module,
                           isObject ? clang::Backend_EmitObj
                                    : clang::Backend_EmitBC,
                           compiler.getVirtualFileSystemPtr(),
                           std::make_unique<llvm::raw_svector_ostream>(bytes));
  const clang::DiagnosticConsumer &said =
      *compiler.getDiagnostics().getClient();
  return said.getNumErrors() == 0 && said.getNumWarnings() == 0 &&
         static_cast<bool>(
             image::writeFile(compiler.getFrontendOpts().OutputFile,
                              viewOf({bytes.data(), bytes.size()})));
}

} // namespace

Sharing sharingOf(const DeviceInvocation &from, const DeviceInvocation &to,
                  const MacroProbe &macros) {
  if (neutralArguments(from.compilerArguments) !=
          neutralArguments(to.compilerArguments) ||
      isSpecial(from.invocation->getCodeGenOpts()))
    return Sharing::None;
  Architecture fromArchitecture(*from.invocation);
  Architecture toArchitecture(*to.invocation);
  for (StringRef name : fromArchitecture.macrosOtherThan(toArchitecture))
    if (macros.isTouched(name))
      return Sharing::None;
  if (fromArchitecture.featureText() == toArchitecture.featureText())
    return Sharing::Object;
  if (macros.asksForBuiltins())
    return Sharing::None;
  // Bitcode depends on the order in which its parts were made, and a copied module has another.
  return from.invocation->getFrontendOpts().ProgramAction ==
                 clang::frontend::EmitObj
             ? Sharing::Module
             : Sharing::None;
}

bool compileModule(const DeviceInvocation &from, const DeviceInvocation &to,
                   StringRef bitcode) {
  bool hasSaid = false;
  llvm::LLVMContext context;
  context.setDiscardValueNames(
      to.invocation->getCodeGenOpts().DiscardValueNames);
  context.setDiagnosticHandler(std::make_unique<DiagnosticListener>(hasSaid));
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "module"), context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return false;
  }
  if (!changeArchitecture(**module, Architecture(*from.invocation),
                          Architecture(*to.invocation)))
    return false;
  clang::CompilerInstance compiler(
      std::make_shared<clang::CompilerInvocation>(*to.invocation));
  return emit(compiler, **module) && !hasSaid;
}

} // namespace dpa::driver
