// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cast is what is reported: at once if its operand is the address of a packed member, else when
// its result is used.
#include "clang-plugin/alignment-check.h"
#include "clang-plugin/diagnostics.h"
#include "clang-plugin/known-alignment.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace dpa::frontend {
namespace {

/// What a pointer made by the cast promises; 1 if nothing.
CharUnits promisedAlignment(const ASTContext &context, const CastExpr &cast) {
  QualType target = cast.getType()->getPointeeType();
  if (target.isNull() || target->isIncompleteType() || target->isFunctionType())
    return CharUnits::One();
  return context.getTypeAlignInChars(target);
}

/// The cast behind the pointer, if its result is misaligned.
const CastExpr *misaligningCast(const ASTContext &context,
                                const Expr *pointer) {
  const auto *cast =
      pointer ? dyn_cast<CastExpr>(pointer->IgnoreParens()) : nullptr;
  if (!cast || cast->getCastKind() != CK_BitCast ||
      !cast->getType()->isPointerType())
    return nullptr;
  CharUnits promised = promisedAlignment(context, *cast);
  if (promised.isOne())
    return nullptr;
  std::optional<CharUnits> known =
      alignmentOfTarget(context, *cast->getSubExpr());
  return known && *known < promised ? cast : nullptr;
}

/// Whether clang itself warns: it does unless a cast on the way lowers the alignment.
bool isReportedByClang(const CastExpr &cast) {
  const auto *address =
      dyn_cast<UnaryOperator>(cast.getSubExpr()->IgnoreParens());
  return address && address->getOpcode() == UO_AddrOf;
}

} // namespace

void AlignmentCheck::enter() {
  suspects_.clear();
  reported_.clear();
}

void AlignmentCheck::visit(const Stmt &statement) {
  visitVariables(statement);
  if (const auto *cast = dyn_cast<CastExpr>(&statement))
    visitCast(*cast);
  else if (const auto *member = dyn_cast<MemberExpr>(&statement);
           member && member->isArrow())
    visitDereference(*member->getBase());
  else if (const auto *element = dyn_cast<ArraySubscriptExpr>(&statement))
    visitDereference(*element->getBase());
  else if (const auto *assignment = dyn_cast<BinaryOperator>(&statement);
           assignment && assignment->isAssignmentOp())
    visitAccess(*assignment->getLHS());
  else if (const auto *unary = dyn_cast<UnaryOperator>(&statement)) {
    if (unary->getOpcode() == UO_Deref)
      visitDereference(*unary->getSubExpr());
    if (unary->isIncrementDecrementOp())
      visitAccess(*unary->getSubExpr());
  }
}

void AlignmentCheck::visitVariables(const Stmt &statement) {
  const auto *group = dyn_cast<DeclStmt>(&statement);
  if (!group)
    return;
  for (const Decl *declaration : group->decls())
    if (const auto *variable = dyn_cast<VarDecl>(declaration))
      if (const CastExpr *cast = misaligningCast(context_, variable->getInit()))
        suspects_[variable] = cast;
}

void AlignmentCheck::visitCast(const CastExpr &cast) {
  if (cast.getCastKind() == CK_LValueToRValue)
    visitAccess(*cast.getSubExpr());
  else if (misaligningCast(context_, &cast) &&
           isAddressInPacked(*cast.getSubExpr()) && !isReportedByClang(cast))
    warnOfPointer(cast);
}

void AlignmentCheck::visitDereference(const Expr &pointer) {
  if (const CastExpr *cast = misaligningCast(context_, &pointer)) {
    if (!isAddressInPacked(*cast->getSubExpr()))
      warnOfPointer(*cast);
    return;
  }
  const auto *name = dyn_cast<DeclRefExpr>(pointer.IgnoreParenImpCasts());
  if (!name)
    return;
  if (auto found = suspects_.find(name->getDecl()); found != suspects_.end())
    if (!isAddressInPacked(*found->second->getSubExpr()))
      warnOfPointer(*found->second);
}

void AlignmentCheck::visitAccess(const Expr &accessed) {
  const Expr &bare = *accessed.IgnoreParens();
  QualType type = bare.getType();
  bool isAtomic = type->isAtomicType();
  if (!(type.isVolatileQualified() || isAtomic) ||
      !(isa<MemberExpr>(bare) || isa<ArraySubscriptExpr>(bare)) ||
      type->isRecordType())
    return;
  std::optional<CharUnits> known = alignmentOfObject(context_, bare);
  CharUnits needed = context_.getTypeAlignInChars(type.getCanonicalType());
  if (!known || *known >= needed || !reported_.insert(&bare).second)
    return;
  if (auto builder = warn(context_.getDiagnostics(), bare.getExprLoc(),
                          Warning::SplitAccess, options_))
    *builder << isAtomic << type.getUnqualifiedType()
             << static_cast<unsigned>(known->getQuantity())
             << bare.getSourceRange();
}

void AlignmentCheck::warnOfPointer(const CastExpr &cast) {
  if (!reported_.insert(&cast).second)
    return;
  CharUnits known = alignmentOfTarget(context_, *cast.getSubExpr())
                        .value_or(CharUnits::One());
  if (auto builder = warn(context_.getDiagnostics(), cast.getExprLoc(),
                          Warning::MisalignedPointer, options_))
    *builder << cast.getType()
             << static_cast<unsigned>(
                    promisedAlignment(context_, cast).getQuantity())
             << static_cast<unsigned>(known.getQuantity())
             << cast.getSourceRange();
}

} // namespace dpa::frontend
