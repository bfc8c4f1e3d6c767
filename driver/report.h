// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of dpacc and dpa-clang: one line each, "dpacc: error: what is wrong", with the
// file in front where there is one. Given by every stage; read by main, which
// stops after a stage that reported errors. Safe to call from several threads. Silent while a
// signal ends the program.
#ifndef DPA_DRIVER_REPORT_H
#define DPA_DRIVER_REPORT_H

#include "llvm/ADT/Twine.h"

namespace dpa::driver {

/// Whose messages they are, "dpacc" by default; a literal.
void setProgramName(const char *name);

/// Prints "dpacc: error: message" to standard error and counts it.
void reportError(const llvm::Twine &message);

/// "dpacc: error: file: message".
void reportError(llvm::StringRef file, const llvm::Twine &message);

/// Prints "dpacc: note: message": what to do about the error before it.
void reportNote(const llvm::Twine &message);

/// Prints text of a library or a child program as it is, whole lines together.
void reportText(llvm::StringRef text);

/// True once an error was reported.
bool hasErrors();

} // namespace dpa::driver

#endif
