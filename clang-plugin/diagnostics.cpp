// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of diagnostics.def and its way into clang's engine, where identical texts share one id.
#include "clang-plugin/diagnostics.h"

#include "llvm/ADT/STLExtras.h"

using clang::DiagnosticsEngine;

namespace dpa::frontend {
namespace {

struct WarningRow {
  const char *name;
  const char *text;
};

constexpr const char *errorTexts[] = {
#define DPA_ERROR(ENUMERATOR, TEXT) TEXT,
#include "clang-plugin/diagnostics.def"
};

constexpr WarningRow warningRows[] = {
#define DPA_WARNING(ENUMERATOR, NAME, TEXT) {NAME, TEXT},
#include "clang-plugin/diagnostics.def"
};

constexpr const char *noteTexts[] = {
#define DPA_NOTE(ENUMERATOR, TEXT) TEXT,
#include "clang-plugin/diagnostics.def"
};

unsigned idOf(const DiagnosticsEngine &diagnostics,
              DiagnosticsEngine::Level level, llvm::StringRef text) {
  return diagnostics.getDiagnosticIDs()->getCustomDiagID(
      static_cast<clang::DiagnosticIDs::Level>(level), text);
}

const WarningRow &rowOf(Warning row) {
  return warningRows[static_cast<int>(row)];
}

std::string format(const WarningRow &row, WarningLevel level) {
  const char *option =
      level == WarningLevel::Error ? " [-Werror,-Wdpa-" : " [-Wdpa-";
  return (llvm::Twine(row.text) + option + row.name + "]").str();
}

unsigned warningId(const DiagnosticsEngine &diagnostics,
                   const WarningRow &row) {
  return idOf(diagnostics, DiagnosticsEngine::Remark,
              format(row, WarningLevel::Warning));
}

} // namespace

clang::DiagnosticBuilder report(DiagnosticsEngine &diagnostics,
                                clang::SourceLocation location, Error row) {
  return diagnostics.Report(location,
                            idOf(diagnostics, DiagnosticsEngine::Error,
                                 errorTexts[static_cast<int>(row)]));
}

clang::DiagnosticBuilder report(DiagnosticsEngine &diagnostics,
                                clang::SourceLocation location, Note row) {
  return diagnostics.Report(location, idOf(diagnostics, DiagnosticsEngine::Note,
                                           noteTexts[static_cast<int>(row)]));
}

std::optional<clang::DiagnosticBuilder> warn(DiagnosticsEngine &diagnostics,
                                             clang::SourceLocation location,
                                             Warning row,
                                             const WarningOptions &options) {
  const WarningRow &warning = rowOf(row);
  switch (options.level(warning.name)) {
  case WarningLevel::Off:
    return std::nullopt;
  case WarningLevel::Warning:
    if (diagnostics.getIgnoreAllWarnings())
      return std::nullopt;
    return diagnostics.Report(location, warningId(diagnostics, warning));
  case WarningLevel::Error:
    break;
  }
  return diagnostics.Report(location,
                            idOf(diagnostics, DiagnosticsEngine::Error,
                                 format(warning, WarningLevel::Error)));
}

std::string formatOf(Warning row, WarningLevel level) {
  return format(rowOf(row), level);
}

unsigned idOf(const DiagnosticsEngine &diagnostics, Warning row) {
  return warningId(diagnostics, rowOf(row));
}

bool isWarningOfOurs(const DiagnosticsEngine &diagnostics, unsigned id) {
  return llvm::any_of(warningRows, [&](const WarningRow &row) {
    return id == warningId(diagnostics, row);
  });
}

} // namespace dpa::frontend
