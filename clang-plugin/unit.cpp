// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of a unit, step by step.
#include "clang-plugin/unit.h"
#include "clang-plugin/attributes.h"
#include "clang-plugin/code-check.h"
#include "clang-plugin/device-stub.h"
#include "clang-plugin/diagnostics.h"
#include "clang-plugin/entry-rules.h"
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

/// The newlines end a comment or a continued line. The line marker makes what follows a system header, without
/// warnings. The semicolon makes the parser finish the last declaration of the user before it sees the pragma.
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
    : mainFile(compiler, tail), compiler(compiler), options(std::move(options)),
      filter(DiagnosticFilter::install(compiler.getDiagnostics(), mainFile)),
      record(std::make_shared<image::InterfaceRecord>()) {
  record->stem = identifierFromStem(this->options.stem);
  compiler.getDiagnostics().setSeverity(diag::ext_pp_gnu_line_directive,
                                        diag::Severity::Ignored, {});
  addInterfaceRecord(compiler.getCodeGenOpts(), record);
  filter.watchFrames(compiler, this->options.warnings);
  if (compiler.getLangOpts().CPlusPlus)
    refuseCplusplus();
}

/// One message: those that a C++ compiler has for C would only confuse.
void Unit::refuseCplusplus() {
  report(compiler.getDiagnostics(), mainFile.begin(), Error::CplusplusInput);
  compiler.getDiagnostics().setSuppressAllDiagnostics(true);
}

void Unit::sawDeclaration(const Decl &declaration) {
  filter.reportPromoted(compiler.getDiagnostics());
  bool isKeywordDropped = filter.takeDroppedKeyword();
  if (!isTailSeen && isa<FunctionDecl, VarDecl, FileScopeAsmDecl>(declaration))
    code.push_back(&declaration);
  types.sawDeclaration(declaration, filter.takeTypeKeyword());
  if (const auto *function = dyn_cast<FunctionDecl>(&declaration)) {
    functions.insert(function->getFirstDecl());
    if (isKeywordDropped)
      report(compiler.getDiagnostics(), function->getLocation(), Error::NoStub)
          << function;
  }
  if (isTailSeen && !compiler.getDiagnostics().hasErrorOccurred() &&
      mainFile.isBeforeTail(declaration.getLocation()))
    report(compiler.getDiagnostics(), declaration.getEndLoc(),
           Error::MissingSemicolon);
}

void Unit::sawTail(Preprocessor &preprocessor, SourceLocation location) {
  isTailSeen = true;
  if (areStubsMade || !compiler.getSema().CurContext->isTranslationUnit() ||
      !hasPlaceForStubs())
    return;
  if (!compiler.getDiagnostics().hasErrorOccurred())
    checkCode(compiler.getASTContext(), code, options);
  if (!checkEntries() || compiler.getDiagnostics().hasErrorOccurred())
    return;
  makeProducts();
  if (!compiler.getDiagnostics().hasErrorOccurred())
    enterText(preprocessor, location);
}

/// Not in a precompiled header, nor in an object that no pass of ours gets to see.
bool Unit::hasPlaceForStubs() const {
  clang::frontend::ActionKind action = compiler.getFrontendOpts().ProgramAction;
  bool isObject = action == clang::frontend::EmitObj ||
                  action == clang::frontend::EmitAssembly;
  bool losesRecord = isObject && compiler.getCodeGenOpts().DisableLLVMPasses;
  return compiler.getSema().TUKind == TU_Complete && !losesRecord;
}

/// The functions of such a source are defined in others, which may be no C.
bool Unit::onlyDeclares() const {
  const SourceManager &sources = compiler.getSourceManager();
  return llvm::none_of(functions, [&](const FunctionDecl *function) {
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
  bool isOurs = compiler.getSourceManager().isInMainFile(last->getLocation());
  return isDeclarationEnough && isOurs ? last : nullptr;
}

/// Every problem of every entry point is reported.
bool Unit::checkEntries() {
  const ASTContext &context = compiler.getASTContext();
  bool isFine = true;
  bool isDeclarationEnough = onlyDeclares();
  for (const FunctionDecl *first : functions) {
    const FunctionDecl *function = entryFunction(*first, isDeclarationEnough);
    Keywords keywords = keywordsOf(*first->getMostRecentDecl());
    if (!keywords.any() || !function || function->isInvalidDecl())
      continue;
    if (checkEntry(context, *function, keywords, options.warnings))
      entries.push_back(makeEntry(context, *function, keywords.isRpc));
    else
      isFine = false;
  }
  return isFine;
}

void Unit::makeProducts() {
  const ASTContext &context = compiler.getASTContext();
  for (const Entry &entry : entries)
    record->functions.push_back(
        {entry.name(), packName(record->stem, entry.name()),
         unpackName(record->stem, entry.name()), entry.bufferSize,
         entry.isRpc ? image::EntryKind::Rpc : image::EntryKind::Global});
  HostTypes argumentTypes(context, record->stem);
  record->hostStub = hostStubText(context, entries, *record, argumentTypes);
  if (!checkLayouts(context, argumentTypes, options.hostTriples))
    return;
  types.check(context, argumentTypes, options.hostTriples, options.warnings);
  products.deviceStub =
      deviceStubText(entries, *record, PrintingPolicy(context.getLangOpts()));
  products.record = *record;
  areStubsMade = true;
}

void Unit::enterText(Preprocessor &preprocessor,
                     SourceLocation location) const {
  disableMacros(preprocessor);
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(products.deviceStub,
                                                     "<dpacc stubs>");
  FileID file = preprocessor.getSourceManager().createFileID(
      std::move(buffer), SrcMgr::C_System, 0, 0, location);
  preprocessor.EnterSourceFile(file, nullptr, location);
}

void Unit::sawEnd() {
  DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
  filter.reportPromoted(diagnostics);
  checkStubs();
  if (areStubsMade && !diagnostics.hasErrorOccurred() && options.onParsed)
    options.onParsed(products);
}

/// Whatever the reason: an entry point that the host could not call must not pass unnoticed.
void Unit::checkStubs() const {
  DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
  if (diagnostics.hasErrorOccurred())
    return;
  for (const FunctionDecl *first : functions) {
    const FunctionDecl *definition = first->getDefinition();
    if (!definition || !keywordsOf(*first->getMostRecentDecl()).any())
      continue;
    bool hasStub = llvm::any_of(entries, [&](const Entry &entry) {
      return entry.function == definition;
    });
    if (areStubsMade && hasStub)
      continue;
    report(diagnostics, definition->getLocation(), Error::NoStub) << definition;
    if (!hasPlaceForStubs())
      report(diagnostics, definition->getLocation(),
             compiler.getSema().TUKind == TU_Prefix ? Note::Precompiled
                                                    : Note::NoPasses);
  }
}

} // namespace dpa::frontend
