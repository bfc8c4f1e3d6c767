// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between clang's syntax tree and the rules: operands of the C statement, and places in string
// literals.
#include "clang-plugin/asm-check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace dpa::frontend {
namespace {

/// The expression that "%0", "%c0", "%[name]" or "%z[name]" stands for; null if there is none.
const Expr *operandExpression(const GCCAsmStmt &statement, StringRef text) {
  if (!text.consume_front("%") || text.empty())
    return nullptr;
  if (llvm::isAlpha(text.front()))
    text = text.drop_front();
  int index = -1;
  if (text.consume_front("[") && text.consume_back("]"))
    index = statement.getNamedOperand(text);
  else if (text.getAsInteger(10, index))
    return nullptr;
  int outputs = static_cast<int>(statement.getNumOutputs());
  if (index < outputs ||
      index >= outputs + static_cast<int>(statement.getNumInputs()))
    return nullptr;
  return statement.getInputExpr(index - outputs);
}

std::optional<int64_t> valueOf(const ASTContext &context,
                               const GCCAsmStmt &statement, StringRef operand) {
  if (std::optional<int64_t> number = asmNumber(operand))
    return number;
  const Expr *expression = operandExpression(statement, operand);
  Expr::EvalResult result;
  if (!expression || expression->isValueDependent() ||
      !expression->EvaluateAsInt(result, context))
    return std::nullopt;
  return result.Val.getInt().tryExtValue();
}

bool isOfSystemHeader(const SourceManager &sources, SourceLocation place) {
  return sources.isInSystemHeader(place) ||
         sources.isInSystemHeader(sources.getSpellingLoc(place));
}

SourceLocation placeInString(const ASTContext &context, const Expr &literal,
                             size_t offset) {
  const auto *string = dyn_cast<StringLiteral>(&literal);
  if (!string || offset >= string->getByteLength())
    return literal.getBeginLoc();
  return string->getLocationOfByte(
      static_cast<unsigned>(offset), context.getSourceManager(),
      context.getLangOpts(), context.getTargetInfo());
}

/// What the message names.
StringRef culprit(Error row, const AsmStatement &statement) {
  if (row == Error::AsmCsrRead || row == Error::AsmCsrWrite)
    return csrOf(statement);
  if (row == Error::AsmCustomOpcode)
    return statement.operands.front();
  return statement.mnemonic;
}

} // namespace

void AsmCheck::visit(const GCCAsmStmt &statement) {
  AsmSections sections;
  check(
      statement.getAsmString(), *statement.getAsmStringExpr(), sections,
      [&](StringRef operand) { return valueOf(context_, statement, operand); });
}

void AsmCheck::visit(const FileScopeAsmDecl &declaration) {
  check(declaration.getAsmString(), *declaration.getAsmStringExpr(),
        fileSections_, [](StringRef operand) { return asmNumber(operand); });
}

void AsmCheck::check(StringRef text, const Expr &literal, AsmSections &sections,
                     AsmValues values) {
  for (const AsmStatement &statement : splitAssembly(text)) {
    sections.follow(statement);
    std::optional<Error> problem = judgeAssembly(statement, sections, values);
    if (!problem)
      continue;
    SourceLocation place = placeInString(context_, literal, statement.offset);
    if (!isOfSystemHeader(context_.getSourceManager(), place))
      refuse(*problem, statement, place);
  }
}

void AsmCheck::refuse(Error row, const AsmStatement &statement,
                      SourceLocation place) {
  DiagnosticsEngine &diagnostics = context_.getDiagnostics();
  report(diagnostics, place, row) << culprit(row, statement);
  if (!isOptionTold_)
    report(diagnostics, place, Note::AsmOption);
  isOptionTold_ = true;
}

} // namespace dpa::frontend
