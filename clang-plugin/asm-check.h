// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the assembly text of clang's statements and declarations, and reports what asm-rules.h does
// not allow with a caret in the string. Text of a system header's macro is not checked.
#ifndef DPA_CLANG_PLUGIN_ASM_CHECK_H
#define DPA_CLANG_PLUGIN_ASM_CHECK_H

#include "clang-plugin/asm-rules.h"

namespace clang {
class ASTContext;
class Expr;
class FileScopeAsmDecl;
class GCCAsmStmt;
} // namespace clang

namespace dpa::frontend {

class AsmCheck {
public:
  explicit AsmCheck(const clang::ASTContext &context) : context_(context) {}

  void visit(const clang::GCCAsmStmt &statement);
  void visit(const clang::FileScopeAsmDecl &declaration);

private:
  void check(llvm::StringRef text, const clang::Expr &literal,
             AsmSections &sections, AsmValues values);
  void refuse(Error row, const AsmStatement &statement,
              clang::SourceLocation place);

  const clang::ASTContext &context_;
  AsmSections fileSections_; ///< all assembly at file scope is one text
  bool isOptionTold_ = false;
};

} // namespace dpa::frontend

#endif
