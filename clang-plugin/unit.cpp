// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of a unit, step by step.
#include "clang-plugin/unit.h"
#include "clang-plugin/attributes.h"
#include "clang-plugin/code-check.h"
#include "clang-plugin/device-stub.h"
#include "clang-plugin/diagnostics.h"
#include "clang-plugin/entry-rules.h"
#include "clang-plugin/host-assembly.h"
#include "clang-plugin/host-stub.h"
#include "clang-plugin/host-types.h"
#include "clang-plugin/interface.h"
#include "clang-plugin/layout-check.h"
#include "clang-plugin/names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace dpa::frontend {
namespace {

/// The newlines end a comment or a continued line. The line marker makes what follows a system
/// header, without warnings. The semicolon makes the parser finish the last declaration of the user
/// before it sees the pragma.
constexpr const char *tail =
    "\n\n# 1 \"<dpacc stubs>\" 3\n;\n#pragma dpacc_stubs\n";

/// No macro of the user may change the text, and nothing of the user follows it.
void disableMacros(Preprocessor &preprocessor) {
  for (const auto &[name, state] : preprocessor.macros())
    if (MacroInfo *macro = preprocessor.getMacroInfo(name);
        macro && macro->isEnabled())
      macro->DisableMacro();
}

} // namespace

Unit::Unit(CompilerInstance &compiler, Options options)
    : mainFile(compiler, tail), compiler_(compiler),
      options_(std::move(options)),
      filter_(DiagnosticFilter::install(compiler.getDiagnostics(), mainFile)),
      record_(std::make_shared<image::InterfaceRecord>()) {
  record_->stem = identifierFromStem(this->options_.stem);
  compiler.getDiagnostics().setSeverity(diag::ext_pp_gnu_line_directive,
                                        diag::Severity::Ignored, {});
  addInterfaceRecord(compiler.getCodeGenOpts(), record_);
  filter_.watchFrames(compiler, this->options_.warnings);
  if (compiler.getLangOpts().CPlusPlus)
    refuseCplusplus();
}

/// One message: those that a C++ compiler has for C would only confuse.
void Unit::refuseCplusplus() {
  report(compiler_.getDiagnostics(), mainFile.begin(), Error::CplusplusInput);
  compiler_.getDiagnostics().setSuppressAllDiagnostics(true);
}

void Unit::sawDeclaration(const Decl &declaration) {
  filter_.reportPromoted(compiler_.getDiagnostics());
  bool isKeywordDropped = filter_.takeDroppedKeyword();
  if (!isTailSeen_ && isa<FunctionDecl, VarDecl, FileScopeAsmDecl>(declaration))
    code_.push_back(&declaration);
  types_.sawDeclaration(declaration, filter_.takeTypeKeyword());
  if (const auto *function = dyn_cast<FunctionDecl>(&declaration)) {
    functions_.insert(function->getFirstDecl());
    if (isKeywordDropped)
      report(compiler_.getDiagnostics(), function->getLocation(), Error::NoStub)
          << function;
  }
  if (isTailSeen_ && !compiler_.getDiagnostics().hasErrorOccurred() &&
      mainFile.isBeforeTail(declaration.getLocation()))
    report(compiler_.getDiagnostics(), declaration.getEndLoc(),
           Error::MissingSemicolon);
}

void Unit::sawTail(Preprocessor &preprocessor, SourceLocation location) {
  isTailSeen_ = true;
  if (areStubsMade_ || !compiler_.getSema().CurContext->isTranslationUnit() ||
      !hasPlaceForStubs())
    return;
  if (!compiler_.getDiagnostics().hasErrorOccurred())
    checkCode(compiler_.getASTContext(), code_, options_);
  if (!checkEntries() || compiler_.getDiagnostics().hasErrorOccurred())
    return;
  makeProducts();
  if (!compiler_.getDiagnostics().hasErrorOccurred())
    enterText(preprocessor, location);
}

/// Not in a precompiled header, nor in an object that no pass of ours gets to see.
bool Unit::hasPlaceForStubs() const {
  clang::frontend::ActionKind action =
      compiler_.getFrontendOpts().ProgramAction;
  bool isObject = action == clang::frontend::EmitObj ||
                  action == clang::frontend::EmitAssembly;
  bool losesRecord = isObject && compiler_.getCodeGenOpts().DisableLLVMPasses;
  return compiler_.getSema().TUKind == TU_Complete && !losesRecord;
}

/// The functions of such a source are defined in others, which may be no C.
bool Unit::onlyDeclares() const {
  const SourceManager &sources = compiler_.getSourceManager();
  return llvm::none_of(functions_, [&](const FunctionDecl *function) {
    const FunctionDecl *definition = function->getDefinition();
    return definition && sources.isInMainFile(definition->getLocation());
  });
}

/// The declaration that a stub is made for; null if this unit makes none.
const FunctionDecl *Unit::entryFunction(const FunctionDecl &first,
                                        bool isDeclarationEnough) const {
  if (const FunctionDecl *definition = first.getDefinition())
    return definition;
  const FunctionDecl *last = first.getMostRecentDecl();
  bool isOurs = compiler_.getSourceManager().isInMainFile(last->getLocation());
  return isDeclarationEnough && isOurs ? last : nullptr;
}

/// Every problem of every entry point is reported.
bool Unit::checkEntries() {
  const ASTContext &context = compiler_.getASTContext();
  bool isFine = true;
  bool isDeclarationEnough = onlyDeclares();
  for (const FunctionDecl *first : functions_) {
    const FunctionDecl *function = entryFunction(*first, isDeclarationEnough);
    Keywords keywords = keywordsOf(*first->getMostRecentDecl());
    if (!keywords.any() || !function || function->isInvalidDecl())
      continue;
    if (checkEntry(context, *function, keywords, options_.warnings))
      entries_.push_back(makeEntry(context, *function, keywords.isRpc));
    else
      isFine = false;
  }
  return isFine;
}

void Unit::makeProducts() {
  const ASTContext &context = compiler_.getASTContext();
  for (const Entry &entry : entries_)
    record_->functions.push_back(
        {entry.name(), packName(record_->stem, entry.name()),
         unpackName(record_->stem, entry.name()), entry.bufferSize,
         entry.isRpc ? image::EntryKind::Rpc : image::EntryKind::Global});
  HostTypes argumentTypes(context, record_->stem);
  record_->hostStub = hostStubText(context, entries_, *record_, argumentTypes) +
                      hostAssemblyText(code_);
  if (!checkLayouts(context, argumentTypes, options_.hostTriples))
    return;
  types_.check(context, argumentTypes, options_.hostTriples, options_.warnings);
  products_.deviceStub =
      deviceStubText(entries_, *record_, PrintingPolicy(context.getLangOpts()));
  products_.record = *record_;
  areStubsMade_ = true;
}

void Unit::enterText(Preprocessor &preprocessor,
                     SourceLocation location) const {
  disableMacros(preprocessor);
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(products_.deviceStub,
                                                     "<dpacc stubs>");
  FileID file = preprocessor.getSourceManager().createFileID(
      std::move(buffer), SrcMgr::C_System, 0, 0, location);
  preprocessor.EnterSourceFile(file, nullptr, location);
}

void Unit::sawEnd() {
  DiagnosticsEngine &diagnostics = compiler_.getDiagnostics();
  filter_.reportPromoted(diagnostics);
  checkStubs();
  if (areStubsMade_ && !diagnostics.hasErrorOccurred() && options_.onParsed)
    options_.onParsed(products_);
}

/// Whatever the reason: an entry point that the host could not call must not pass unnoticed.
void Unit::checkStubs() const {
  DiagnosticsEngine &diagnostics = compiler_.getDiagnostics();
  if (diagnostics.hasErrorOccurred())
    return;
  for (const FunctionDecl *first : functions_) {
    const FunctionDecl *definition = first->getDefinition();
    if (!definition || !keywordsOf(*first->getMostRecentDecl()).any())
      continue;
    bool hasStub = llvm::any_of(entries_, [&](const Entry &entry) {
      return entry.function == definition;
    });
    if (areStubsMade_ && hasStub)
      continue;
    report(diagnostics, definition->getLocation(), Error::NoStub) << definition;
    if (!hasPlaceForStubs())
      report(diagnostics, definition->getLocation(),
             compiler_.getSema().TUKind == TU_Prefix ? Note::Precompiled
                                                     : Note::NoPasses);
  }
}

} // namespace dpa::frontend
