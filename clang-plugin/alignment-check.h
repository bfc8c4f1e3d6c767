// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warns of accesses that the memory of the device cannot do at once: through a pointer whose object
// is known to be less aligned than its type says, and of volatile or atomic members of packed
// structs, which the compiler takes byte by byte. It is shown statements, outer ones before inner
// ones and in the order of the source.
#ifndef DPA_CLANG_PLUGIN_ALIGNMENT_CHECK_H
#define DPA_CLANG_PLUGIN_ALIGNMENT_CHECK_H

#include "clang-plugin/warnings.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class ASTContext;
class CastExpr;
class Decl;
class Expr;
class Stmt;
} // namespace clang

namespace dpa::frontend {

class AlignmentCheck {
public:
  AlignmentCheck(const clang::ASTContext &context,
                 const WarningOptions &options)
      : context_(context), options_(options) {}

  /// The next function begins.
  void enter();
  void visit(const clang::Stmt &statement);

private:
  void visitVariables(const clang::Stmt &statement);
  void visitCast(const clang::CastExpr &cast);
  void visitDereference(const clang::Expr &pointer);
  void visitAccess(const clang::Expr &accessed);
  void warnOfPointer(const clang::CastExpr &cast);

  const clang::ASTContext &context_;
  const WarningOptions &options_;
  /// Local pointers that begin as a misaligned address.
  llvm::DenseMap<const clang::Decl *, const clang::CastExpr *> suspects_;
  llvm::SmallPtrSet<const clang::Expr *, 8> reported_;
};

} // namespace dpa::frontend

#endif
