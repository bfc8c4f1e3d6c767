// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules for the function itself; those for the types of its arguments are in argument-rules.cpp.
#include "clang-plugin/entry-rules.h"
#include "clang-plugin/argument-rules.h"
#include "clang-plugin/diagnostics.h"
#include "clang-plugin/names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace dpa::frontend {
namespace {

SourceLocation placeOfReturnType(const FunctionDecl &function) {
  SourceLocation begin = function.getReturnTypeSourceRange().getBegin();
  return begin.isValid() && !begin.isMacroID() ? begin : function.getLocation();
}

bool checkReturnType(const ASTContext &context, const FunctionDecl &function,
                     bool isRpc) {
  QualType returned = function.getReturnType();
  QualType wanted =
      isRpc ? context.getIntTypeForBitwidth(64, /*Signed=*/0) : context.VoidTy;
  if (context.hasSameUnqualifiedType(returned, wanted))
    return true;
  report(context.getDiagnostics(), placeOfReturnType(function),
         isRpc ? Error::RpcReturn : Error::GlobalReturn)
      << &function << returned << function.getReturnTypeSourceRange();
  return false;
}

bool checkSpecifiers(const ASTContext &context, const FunctionDecl &function) {
  DiagnosticsEngine &diagnostics = context.getDiagnostics();
  bool isFine = true;
  if (function.isVariadic()) {
    SourceLocation ellipsis = function.getEllipsisLoc();
    report(diagnostics, ellipsis.isValid() ? ellipsis : function.getLocation(),
           Error::Variadic)
        << &function;
    isFine = false;
  }
  if (!function.isExternallyVisible()) {
    report(diagnostics, function.getLocation(), Error::StaticEntry)
        << &function;
    isFine = false;
  }
  if (function.isInlineSpecified()) {
    report(diagnostics, function.getLocation(), Error::InlineEntry)
        << &function;
    isFine = false;
  }
  size_t length = function.getName().size();
  if (length > maximumNameLength) {
    report(diagnostics, function.getLocation(), Error::NameTooLong)
        << static_cast<unsigned>(maximumNameLength)
        << static_cast<unsigned>(length);
    isFine = false;
  }
  return isFine;
}

} // namespace

bool checkEntry(const ASTContext &context, const FunctionDecl &function,
                const Keywords &keywords, const WarningOptions &options) {
  if (keywords.isGlobal && keywords.isRpc) {
    report(context.getDiagnostics(), function.getLocation(),
           Error::BothKeywords)
        << &function;
    return false;
  }
  bool isFine = checkReturnType(context, function, keywords.isRpc);
  isFine &= checkSpecifiers(context, function);
  for (const ParmVarDecl *parameter : function.parameters())
    isFine &= checkArgument(context, function, *parameter, options);
  return isFine;
}

} // namespace dpa::frontend
