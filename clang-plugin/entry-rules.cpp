// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules for the function itself; those for the types of its arguments are in
// argument-rules.cpp.
#include "clang-plugin/entry-rules.h"
#include "clang-plugin/argument-rules.h"
#include "clang-plugin/device-limits.h"
#include "clang-plugin/diagnostics.h"
#include "clang-plugin/host-names.h"
#include "clang-plugin/names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
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
  return isFine;
}

/// The stub on the host is a function of the same name, and the linker takes it for any other of
/// that name.
bool checkName(const ASTContext &context, const FunctionDecl &function) {
  bool isFine = true;
  HostName meaning = classifyHostName(function.getName());
  if (meaning != HostName::Free) {
    report(context.getDiagnostics(), function.getLocation(),
           Error::ReservedName)
        << &function << static_cast<int>(meaning);
    isFine = false;
  }
  if (const auto *label = function.getAttr<AsmLabelAttr>()) {
    report(context.getDiagnostics(), function.getLocation(),
           Error::AssemblerName)
        << &function << label->getLabel();
    isFine = false;
  }
  size_t length = function.getName().size();
  if (length > maximumNameLength) {
    report(context.getDiagnostics(), function.getLocation(), Error::NameTooLong)
        << static_cast<unsigned>(maximumNameLength)
        << static_cast<unsigned>(length);
    isFine = false;
  }
  return isFine;
}

/// A struct of more than two registers is passed as a copy on the stack.
void warnAboutStack(const ASTContext &context, const FunctionDecl &function,
                    const WarningOptions &options) {
  constexpr uint64_t sizeOfRegisters = 16;
  uint64_t sum = 0;
  for (const ParmVarDecl *parameter : function.parameters()) {
    QualType type = parameter->getType();
    uint64_t size = context.getTypeSizeInChars(type).getQuantity();
    if (type->isRecordType() && size > sizeOfRegisters)
      sum += size;
  }
  if (sum <= deviceStackSize)
    return;
  if (auto builder = warn(context.getDiagnostics(), function.getLocation(),
                          Warning::StackArguments, options))
    *builder << &function << static_cast<unsigned>(sum)
             << static_cast<unsigned>(deviceStackSize);
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
  isFine &= checkName(context, function);
  for (const ParmVarDecl *parameter : function.parameters())
    isFine &= checkArgument(context, function, *parameter, options);
  if (isFine)
    warnAboutStack(context, function, options);
  return isFine;
}

} // namespace dpa::frontend
