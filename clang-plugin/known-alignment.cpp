// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two functions that call each other, along the expression: pointers and the objects they point to.
#include "clang-plugin/known-alignment.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace dpa::frontend {
namespace {

using Alignment = std::optional<CharUnits>;

bool isPacked(QualType type) {
  const RecordDecl *record = type->getAsRecordDecl();
  return record && record->getDefinition() &&
         (record->getDefinition()->hasAttr<PackedAttr>() ||
          record->getDefinition()->hasAttr<MaxFieldAlignmentAttr>());
}

/// Of an object known by its type only: a packed struct may be at any address.
Alignment alignmentOfType(const ASTContext &context, QualType type) {
  if (!isPacked(type))
    return std::nullopt;
  return context.getTypeAlignInChars(type);
}

/// `steps` elements further. What is unknown counts as aligned.
Alignment moved(const ASTContext &context, Alignment base, const Expr &steps,
                QualType element) {
  Expr::EvalResult result;
  if (!base || element->isIncompleteType() || steps.isValueDependent() ||
      !steps.EvaluateAsInt(result, context))
    return base;
  int64_t count = result.Val.getInt().getExtValue();
  return base->alignmentAtOffset(context.getTypeSizeInChars(element) * count);
}

/// A struct that is not packed and of which nothing else is known stands where any type can.
Alignment alignmentOfMember(const ASTContext &context,
                            const MemberExpr &member) {
  const auto *field = dyn_cast<FieldDecl>(member.getMemberDecl());
  if (!field || field->isBitField())
    return std::nullopt;
  const Expr &base = *member.getBase();
  Alignment start = member.isArrow() ? alignmentOfTarget(context, base)
                                     : alignmentOfObject(context, base);
  constexpr int64_t any = 64;
  const ASTRecordLayout &layout =
      context.getASTRecordLayout(field->getParent());
  CharUnits offset = context.toCharUnitsFromBits(
      static_cast<int64_t>(layout.getFieldOffset(field->getFieldIndex())));
  return start.value_or(CharUnits::fromQuantity(any)).alignmentAtOffset(offset);
}

} // namespace

Alignment alignmentOfTarget(const ASTContext &context, const Expr &pointer) {
  const Expr &bare = *pointer.IgnoreParens();
  if (const auto *cast = dyn_cast<CastExpr>(&bare)) {
    if (cast->getCastKind() == CK_ArrayToPointerDecay)
      return alignmentOfObject(context, *cast->getSubExpr());
    if (cast->getCastKind() == CK_BitCast || cast->getCastKind() == CK_NoOp)
      return alignmentOfTarget(context, *cast->getSubExpr());
  }
  if (const auto *address = dyn_cast<UnaryOperator>(&bare);
      address && address->getOpcode() == UO_AddrOf)
    return alignmentOfObject(context, *address->getSubExpr());
  if (const auto *sum = dyn_cast<BinaryOperator>(&bare);
      sum && sum->getOpcode() == BO_Add &&
      sum->getLHS()->getType()->isPointerType())
    return moved(context, alignmentOfTarget(context, *sum->getLHS()),
                 *sum->getRHS(), sum->getLHS()->getType()->getPointeeType());
  QualType type = bare.getType()->getPointeeType();
  return type.isNull() ? std::nullopt : alignmentOfType(context, type);
}

Alignment alignmentOfObject(const ASTContext &context, const Expr &lvalue) {
  const Expr &bare = *lvalue.IgnoreParens();
  if (const auto *name = dyn_cast<DeclRefExpr>(&bare))
    return isa<VarDecl>(name->getDecl())
               ? Alignment(context.getDeclAlign(name->getDecl()))
               : std::nullopt;
  if (const auto *member = dyn_cast<MemberExpr>(&bare))
    return alignmentOfMember(context, *member);
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(&bare))
    return moved(context, alignmentOfTarget(context, *element->getBase()),
                 *element->getIdx(), element->getType());
  if (const auto *object = dyn_cast<UnaryOperator>(&bare);
      object && object->getOpcode() == UO_Deref)
    return alignmentOfTarget(context, *object->getSubExpr());
  return alignmentOfType(context, bare.getType());
}

bool isAddressInPacked(const Expr &pointer) {
  const Expr *object = pointer.IgnoreParenCasts();
  if (const auto *address = dyn_cast<UnaryOperator>(object);
      address && address->getOpcode() == UO_AddrOf)
    object = address->getSubExpr()->IgnoreParens();
  else if (!object->getType()->isArrayType())
    return false;
  while (true) {
    object = object->IgnoreParenImpCasts();
    if (const auto *element = dyn_cast<ArraySubscriptExpr>(object)) {
      object = element->getBase();
      continue;
    }
    const auto *member = dyn_cast<MemberExpr>(object);
    if (!member)
      return false;
    const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (field && (field->hasAttr<PackedAttr>() ||
                  isPacked(QualType(field->getASTContext().getCanonicalTagType(
                      field->getParent())))))
      return true;
    object = member->getBase();
  }
}

} // namespace dpa::frontend
