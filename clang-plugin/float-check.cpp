// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which expressions compute with floating point: loading, storing, passing and negating numbers do
// not.
#include "clang-plugin/float-check.h"
#include "clang-plugin/diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace dpa::frontend {
namespace {

bool isConversion(CastKind kind) {
  switch (kind) {
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_FloatingComplexCast:
  case CK_FloatingComplexToIntegralComplex:
  case CK_IntegralComplexToFloatingComplex:
    return true;
  default:
    return false;
  }
}

bool isOperation(const BinaryOperator &operation) {
  if (const auto *assignment = dyn_cast<CompoundAssignOperator>(&operation))
    return assignment->getComputationLHSType()->isFloatingType();
  bool computes = operation.isAdditiveOp() || operation.isMultiplicativeOp() ||
                  operation.isComparisonOp();
  return computes && operation.getLHS()->getType()->isFloatingType();
}

bool needsFloatingPoint(const Expr &expression) {
  if (const auto *cast = dyn_cast<CastExpr>(&expression))
    return isConversion(cast->getCastKind());
  if (const auto *operation = dyn_cast<BinaryOperator>(&expression))
    return isOperation(*operation);
  if (const auto *operation = dyn_cast<UnaryOperator>(&expression))
    return operation->isIncrementDecrementOp() &&
           operation->getType()->isFloatingType();
  return false;
}

} // namespace

void FloatCheck::enter(const FunctionDecl &next) {
  function_ = &next;
}

FloatCheck::Parts FloatCheck::visit(const Expr &expression) {
  if (!function_ || !needsFloatingPoint(expression))
    return Parts::Evaluated;
  if (expression.isEvaluatable(context_))
    return Parts::Constant;
  if (auto builder = warn(context_.getDiagnostics(), expression.getExprLoc(),
                          Warning::FloatingPoint, options_))
    *builder << function_ << expression.getSourceRange();
  function_ = nullptr;
  return Parts::Evaluated;
}

} // namespace dpa::frontend
