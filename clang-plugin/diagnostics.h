// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports rows of diagnostics.def through clang's diagnostics. It is given the engine, the place
// and the row; it returns clang's builder, which takes the arguments of the text. Errors and notes
// only: warnings go through warn(), which knows the options of the unit.
#ifndef DPA_CLANG_PLUGIN_DIAGNOSTICS_H
#define DPA_CLANG_PLUGIN_DIAGNOSTICS_H

#include "clang-plugin/warnings.h"

#include "clang/Basic/Diagnostic.h"

#include <optional>

namespace dpa::frontend {

enum class Error {
#define DPA_ERROR(ENUMERATOR, TEXT) ENUMERATOR,
#include "clang-plugin/diagnostics.def"
};

enum class Warning {
#define DPA_WARNING(ENUMERATOR, NAME, TEXT) ENUMERATOR,
#include "clang-plugin/diagnostics.def"
};

enum class Note {
#define DPA_NOTE(ENUMERATOR, TEXT) ENUMERATOR,
#include "clang-plugin/diagnostics.def"
};

clang::DiagnosticBuilder report(clang::DiagnosticsEngine &diagnostics,
                                clang::SourceLocation location, Error row);
clang::DiagnosticBuilder report(clang::DiagnosticsEngine &diagnostics,
                                clang::SourceLocation location, Note row);

/// Nothing if the warning is off. A warning travels through the engine as a remark, which -Werror
/// does not touch; DiagnosticFilter shows it as what it is.
std::optional<clang::DiagnosticBuilder>
warn(clang::DiagnosticsEngine &diagnostics, clang::SourceLocation location,
     Warning row, const WarningOptions &options);

/// For a diagnostic of clang that is shown as one of ours: the format string with the option, and
/// an id.
std::string formatOf(Warning row, WarningLevel level);
unsigned idOf(const clang::DiagnosticsEngine &diagnostics, Warning row);

/// Whether the diagnostic is one of our warnings under way as a remark.
bool isWarningOfOurs(const clang::DiagnosticsEngine &diagnostics, unsigned id);

} // namespace dpa::frontend

#endif
