// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands between clang's diagnostics engine and the client that shows them, for what the engine
// cannot do for code outside of clang: warnings that -Werror leaves alone; silence about
// '__dpa_global__' in front of "enum E {...};" or "struct S {...};", where clang ignores attributes
// (and where ours need not be kept), and an error about '__dpa_rpc__'; and places in the tail that
// we add to the main file, which are shown as the end of the user's file; and clang's measuring of
// stack frames.
#ifndef DPA_CLANG_PLUGIN_DIAGNOSTIC_FILTER_H
#define DPA_CLANG_PLUGIN_DIAGNOSTIC_FILTER_H

#include "clang-plugin/main-file.h"
#include "clang-plugin/warnings.h"

#include "clang/Basic/Diagnostic.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace dpa::frontend {

class DiagnosticFilter : public clang::DiagnosticConsumer {
public:
  /// Puts a filter in front of the engine's client; the engine owns it. `mainFile` lives until the
  /// end of the file.
  static DiagnosticFilter &install(clang::DiagnosticsEngine &diagnostics,
                                   const MainFile &mainFile);

  void BeginSourceFile(const clang::LangOptions &options,
                       const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override;
  void finish() override;
  void clear() override;
  bool IncludeInDiagnosticCounts() const override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override;

  /// Reports the attributes of the user that clang ignored and -Werror makes an error, and each
  /// '__dpa_rpc__' that it ignored on a type. Not while clang is reporting.
  void reportPromoted(clang::DiagnosticsEngine &diagnostics);

  /// Has the compiler measure stack frames, and shows too large ones as our warning: unless the
  /// user's own -Wframe-larger-than does so.
  void watchFrames(clang::CompilerInstance &compiler,
                   const WarningOptions &options);

  /// Whether clang ignored a keyword in front of a type since the last call.
  bool takeTypeKeyword() { return std::exchange(isTypeKeywordIgnored_, false); }

  /// Whether clang dropped a keyword since the last call, because the function was defined before.
  bool takeDroppedKeyword() { return std::exchange(isKeywordDropped_, false); }

private:
  struct Promoted {
    clang::SourceLocation location;
    std::string text;
  };

  DiagnosticFilter(std::unique_ptr<clang::DiagnosticConsumer> owned,
                   clang::DiagnosticConsumer &client, const MainFile &mainFile)
      : owned_(std::move(owned)), client_(client), mainFile_(&mainFile) {}

  void takeOverIgnoredAttributes(clang::DiagnosticsEngine &diagnostics);
  void handleIgnoredAttribute(const clang::Diagnostic &diagnostic);
  void handleFrame(clang::DiagnosticsEngine::Level level,
                   const clang::Diagnostic &diagnostic);
  void pass(clang::DiagnosticsEngine::Level level,
            const clang::Diagnostic &diagnostic);

  std::unique_ptr<clang::DiagnosticConsumer>
      owned_; ///< empty if the client has another owner
  clang::DiagnosticConsumer &client_;
  const MainFile *mainFile_;
  bool isKeywordDropped_ = false;
  bool isTypeKeywordIgnored_ = false;
  bool areFramesWatched_ = false;
  /// What the user wants of ignored attributes, which arrive as remarks.
  clang::DiagnosticsEngine::Level ignoredAttributeLevel_ =
      clang::DiagnosticsEngine::Ignored;
  std::vector<Promoted> promoted_;
  std::vector<clang::SourceLocation> misplacedRpcs_; ///< in front of a type
};

} // namespace dpa::frontend

#endif
