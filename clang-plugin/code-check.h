// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over the user's code (not that of system headers, nor functions that nothing uses),
// which shows every statement to the checks: assembly, floating point, formats, misaligned accesses,
// thread-local variables, constructors. Reports through clang's diagnostics.
#ifndef DPA_CLANG_PLUGIN_CODE_CHECK_H
#define DPA_CLANG_PLUGIN_CODE_CHECK_H

#include "llvm/ADT/ArrayRef.h"

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace dpa::frontend {

struct Options;

/// `declarations` are those at file scope: functions with or without a body, variables, assembly.
void checkCode(clang::ASTContext &context,
               llvm::ArrayRef<const clang::Decl *> declarations,
               const Options &options);

} // namespace dpa::frontend

#endif
