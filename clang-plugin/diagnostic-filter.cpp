// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both kinds of diagnostics travel through the engine as remarks, the one level that no option
// changes, and get their real level here.
#include "clang-plugin/diagnostic-filter.h"
#include "clang-plugin/attributes.h"
#include "clang-plugin/device-limits.h"
#include "clang-plugin/diagnostics.h"

#include "clang/Basic/AttributeCommonInfo.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"

#include <limits>

using namespace clang;

namespace dpa::frontend {
namespace {

bool isAtKeyword(SourceLocation location, const SourceManager &sources) {
  llvm::SmallString<16> buffer;
  return isKeywordAttribute(Lexer::getSpelling(sources.getSpellingLoc(location),
                                               buffer, sources, LangOptions()));
}

} // namespace

DiagnosticFilter &DiagnosticFilter::install(DiagnosticsEngine &diagnostics,
                                            const MainFile &mainFile) {
  DiagnosticConsumer &client = *diagnostics.getClient();
  auto *filter =
      new DiagnosticFilter(diagnostics.takeClient(), client, mainFile);
  diagnostics.setClient(filter, /*ShouldOwnClient=*/true);
  filter->takeOverIgnoredAttributes(diagnostics);
  return *filter;
}

void DiagnosticFilter::takeOverIgnoredAttributes(
    DiagnosticsEngine &diagnostics) {
  ignoredAttributeLevel_ =
      diagnostics.getDiagnosticLevel(diag::warn_declspec_attribute_ignored, {});
  diagnostics.setSeverity(diag::warn_declspec_attribute_ignored,
                          diag::Severity::Remark, {});
}

void DiagnosticFilter::watchFrames(CompilerInstance &compiler,
                                   const WarningOptions &options) {
  DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
  WarningLevel level = options.level("stack-frame");
  CodeGenOptions &generation = compiler.getCodeGenOpts();
  bool isOurs =
      generation.WarnStackSize == std::numeric_limits<unsigned>::max() &&
      level != WarningLevel::Off && !diagnostics.getIgnoreAllWarnings();
  if (!isOurs)
    return;
  // Bitcode would keep the limit: the linker then warns of it, without a place.
  if (generation.PrepareForLTO)
    return;
  areFramesWatched_ = true;
  generation.WarnStackSize = deviceStackSize;
  diagnostics.setSeverity(diag::warn_fe_frame_larger_than,
                          level == WarningLevel::Error ? diag::Severity::Error
                                                       : diag::Severity::Remark,
                          {});
}

void DiagnosticFilter::BeginSourceFile(const LangOptions &options,
                                       const Preprocessor *preprocessor) {
  client_.BeginSourceFile(options, preprocessor);
}

void DiagnosticFilter::EndSourceFile() {
  mainFile_ = nullptr;
  client_.EndSourceFile();
}

void DiagnosticFilter::finish() {
  client_.finish();
}

void DiagnosticFilter::clear() {
  DiagnosticConsumer::clear();
  client_.clear();
}

bool DiagnosticFilter::IncludeInDiagnosticCounts() const {
  return client_.IncludeInDiagnosticCounts();
}

void DiagnosticFilter::HandleDiagnostic(DiagnosticsEngine::Level level,
                                        const Diagnostic &diagnostic) {
  if (diagnostic.getID() == diag::warn_attribute_precede_definition)
    isKeywordDropped_ |= isAtKeyword(diagnostic.getLocation(),
                                     diagnostic.getDiags()->getSourceManager());
  if (areFramesWatched_ &&
      diagnostic.getID() == diag::warn_fe_frame_larger_than) {
    handleFrame(level, diagnostic);
    return;
  }
  if (level == DiagnosticsEngine::Remark) {
    if (diagnostic.getID() == diag::warn_declspec_attribute_ignored) {
      handleIgnoredAttribute(diagnostic);
      return;
    }
    if (isWarningOfOurs(*diagnostic.getDiags(), diagnostic.getID()))
      level = DiagnosticsEngine::Warning;
  }
  pass(level, diagnostic);
}

void DiagnosticFilter::handleIgnoredAttribute(const Diagnostic &diagnostic) {
  if (diagnostic.getArgKind(0) == DiagnosticsEngine::ak_attr_info) {
    uint64_t address = diagnostic.getRawArg(0); // clang keeps it as a number
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto *attribute = reinterpret_cast<AttributeCommonInfo *>(address);
    const IdentifierInfo *name = attribute->getAttrName();
    if (name && isRpcAttribute(name->getName()))
      misplacedRpcs_.push_back(diagnostic.getSourceManager().getExpansionLoc(
          diagnostic.getLocation()));
    if (name && isKeywordAttribute(name->getName())) {
      isTypeKeywordIgnored_ = true;
      return;
    }
  }
  if (ignoredAttributeLevel_ < DiagnosticsEngine::Warning)
    return;
  if (ignoredAttributeLevel_ == DiagnosticsEngine::Warning) {
    pass(DiagnosticsEngine::Warning, diagnostic);
    return;
  }
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(text);
  promoted_.push_back({diagnostic.getLocation(), text.str().str()});
}

void DiagnosticFilter::reportPromoted(DiagnosticsEngine &diagnostics) {
  std::vector<Promoted> reports;
  reports.swap(promoted_);
  for (const Promoted &each : reports)
    report(diagnostics, each.location, Error::AttributeIgnored) << each.text;
  std::vector<SourceLocation> places;
  places.swap(misplacedRpcs_);
  for (SourceLocation place : places)
    reportRpcOnType(diagnostics, place);
}

void DiagnosticFilter::handleFrame(DiagnosticsEngine::Level level,
                                   const Diagnostic &diagnostic) {
  bool isError = level >= DiagnosticsEngine::Error;
  std::string format =
      formatOf(Warning::StackFrame,
               isError ? WarningLevel::Error : WarningLevel::Warning);
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(format.data(), format.data() + format.size(),
                              text);
  DiagnosticStorage noArguments;
  pass(isError ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning,
       Diagnostic(diagnostic.getDiags(), diagnostic.getLocation(),
                  idOf(*diagnostic.getDiags(), Warning::StackFrame),
                  noArguments, text));
}

void DiagnosticFilter::pass(DiagnosticsEngine::Level level,
                            const Diagnostic &diagnostic) {
  DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  if (!mainFile_ || !mainFile_->isInTail(diagnostic.getLocation())) {
    client_.HandleDiagnostic(level, diagnostic);
    return;
  }
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(text);
  DiagnosticStorage noArguments;
  Diagnostic moved(diagnostic.getDiags(), mainFile_->end(), diagnostic.getID(),
                   noArguments, text);
  client_.HandleDiagnostic(level, moved);
}

} // namespace dpa::frontend
