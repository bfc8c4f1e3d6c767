// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of dpacc and dpa-clang: one line each, "dpacc: error: what is wrong", with the
// file in front where there is one. Given by every stage; read by main, which
// stops after a stage that reported errors. Safe to call from several threads. Silent while the
// program is being ended (cleanup.h).
#ifndef DPA_DRIVER_PROCESSES_REPORT_H
#define DPA_DRIVER_PROCESSES_REPORT_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

namespace dpa::driver {

/// Whose messages they are, "dpacc" by default; a literal.
void setProgramName(const char *name);

/// The rows of messages.def.
enum class Problem {
#define DPA_PROBLEM(ENUMERATOR, TEXT) ENUMERATOR,
#include "driver/processes/messages.def"
};

/// The text of a row, with places for values.
const char *formatOf(Problem problem);

/// The text of a row with its values.
template <typename... Values>
std::string messageText(Problem problem, Values &&...values) {
  return llvm::formatv(formatOf(problem), std::forward<Values>(values)...)
      .str();
}

/// A text that the system, image/ or a library gives, printed as "dpacc: error: message" to
/// standard error and counted.
void reportForeign(const llvm::Twine &message);

/// "dpacc: error: file: message".
void reportForeign(llvm::StringRef file, const llvm::Twine &message);

/// One of our own.
template <typename... Values>
void reportError(Problem problem, Values &&...values) {
  reportForeign(messageText(problem, std::forward<Values>(values)...));
}
template <typename... Values>
void reportErrorIn(llvm::StringRef file, Problem problem, Values &&...values) {
  reportForeign(file, messageText(problem, std::forward<Values>(values)...));
}

/// Prints "dpacc: warning: message".
void reportWarning(const llvm::Twine &message);

/// Prints "dpacc: note: message": belongs to the error or warning before it.
void reportNote(const llvm::Twine &message);

/// Prints text of a library or a child program as it is, whole lines together.
void reportText(llvm::StringRef text);

/// Writes what standard output still holds; returns `status`, or 1 after an error, which it reports.
/// To be called once, at the end.
int finishStandardOutput(int status);

/// True once an error was reported.
bool hasErrors();

} // namespace dpa::driver

#endif
