// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk. It leaves out what the compiler never evaluates: operands of sizeof, the other branches
// of _Generic.
#include "clang-plugin/code-check.h"
#include "clang-plugin/alignment-check.h"
#include "clang-plugin/asm-check.h"
#include "clang-plugin/diagnostics.h"
#include "clang-plugin/float-check.h"
#include "clang-plugin/format-check.h"
#include "clang-plugin/unit-options.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace dpa::frontend {
namespace {

class CodeCheck {
public:
  CodeCheck(ASTContext &context, const Options &options)
      : context_(context), options_(options), assembly_(context),
        floats_(context, options.warnings), formats_(context, options.warnings),
        alignments_(context, options.warnings) {}

  void visit(const Decl &declaration) {
    if (context_.getSourceManager().isInSystemHeader(declaration.getLocation()))
      return;
    if (const auto *text = dyn_cast<FileScopeAsmDecl>(&declaration);
        text && options_.checksAssembly)
      assembly_.visit(*text);
    if (const auto *variable = dyn_cast<VarDecl>(&declaration))
      return showVariable(*variable);
    const auto *function = dyn_cast<FunctionDecl>(&declaration);
    if (!function || !function->doesThisDeclarationHaveABody())
      return;
    rejectConstructor(*function);
    if (!function->isExternallyVisible() && !function->isUsed())
      return;
    floats_.enter(*function);
    alignments_.enter();
    walk(*function->getBody());
  }

private:
  void walk(const Stmt &body) {
    llvm::SmallVector<const Stmt *, 64> pending = {&body};
    while (!pending.empty()) {
      const Stmt &statement = *pending.pop_back_val();
      if (show(statement))
        addChildren(statement, pending);
    }
  }

  /// Here and not in the linker, because optimisation may evaluate a constructor.
  void rejectConstructor(const FunctionDecl &function) {
    const bool isDestructor = function.hasAttr<DestructorAttr>();
    if (isDestructor || function.hasAttr<ConstructorAttr>())
      report(context_.getDiagnostics(), function.getLocation(),
             Error::Constructor)
          << &function << isDestructor;
  }

  void showVariable(const VarDecl &variable) {
    if (variable.getTLSKind() == VarDecl::TLS_None ||
        variable.isThisDeclarationADefinition() == VarDecl::DeclarationOnly)
      return;
    if (auto builder = warn(context_.getDiagnostics(), variable.getLocation(),
                            Warning::ThreadLocal, options_.warnings))
      *builder << &variable;
  }

  /// Whether its parts are of interest, too.
  bool show(const Stmt &statement) {
    if (const auto *text = dyn_cast<GCCAsmStmt>(&statement);
        text && options_.checksAssembly)
      assembly_.visit(*text);
    if (const auto *declared = dyn_cast<DeclStmt>(&statement))
      for (const Decl *declaration : declared->decls())
        if (const auto *variable = dyn_cast<VarDecl>(declaration))
          showVariable(*variable);
    const auto *expression = dyn_cast<Expr>(&statement);
    if (!expression)
      return alignments_.visit(statement), true;
    alignments_.visit(statement);
    formats_.visit(*expression);
    return floats_.visit(*expression) == FloatCheck::Parts::Evaluated;
  }

  /// In such an order that the first one is taken first.
  static void addChildren(const Stmt &statement,
                          llvm::SmallVectorImpl<const Stmt *> &pending) {
    if (isa<UnaryExprOrTypeTraitExpr>(statement))
      return;
    if (const auto *generic = dyn_cast<GenericSelectionExpr>(&statement)) {
      pending.push_back(generic->getResultExpr());
      return;
    }
    if (const auto *choose = dyn_cast<ChooseExpr>(&statement)) {
      pending.push_back(choose->getChosenSubExpr());
      return;
    }
    size_t first = pending.size();
    for (const Stmt *child : statement.children())
      if (child)
        pending.push_back(child);
    std::reverse(pending.begin() + static_cast<ptrdiff_t>(first),
                 pending.end());
  }

  const ASTContext &context_;
  const Options &options_;
  AsmCheck assembly_;
  FloatCheck floats_;
  FormatCheck formats_;
  AlignmentCheck alignments_;
};

} // namespace

void checkCode(ASTContext &context, llvm::ArrayRef<const Decl *> declarations,
               const Options &options) {
  CodeCheck check(context, options);
  for (const Decl *declaration : declarations)
    check.visit(*declaration);
}

} // namespace dpa::frontend
