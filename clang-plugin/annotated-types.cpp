// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only what can be spelled for the host can be compared: a struct with a pointer to a function or a
// vector is left alone.
#include "clang-plugin/annotated-types.h"
#include "clang-plugin/attributes.h"
#include "clang-plugin/layout-check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace dpa::frontend {
namespace {

bool isSpellable(const ASTContext &context, QualType type) {
  QualType canonical = type.getCanonicalType().getUnqualifiedType();
  if (const auto *builtin = canonical->getAs<BuiltinType>())
    return builtin->isInteger() || builtin->getKind() == BuiltinType::Float ||
           builtin->getKind() == BuiltinType::Double;
  if (const ConstantArrayType *array =
          context.getAsConstantArrayType(canonical))
    return isSpellable(context, array->getElementType());
  if (canonical->isPointerType())
    return !canonical->isFunctionPointerType();
  if (canonical->isEnumeralType())
    return !canonical->isIncompleteType();
  const RecordDecl *record = canonical->getAsRecordDecl();
  return record && record->getDefinition() &&
         llvm::all_of(record->getDefinition()->fields(),
                      [&](const FieldDecl *field) {
                        return isSpellable(context, field->getType());
                      });
}

} // namespace

void AnnotatedTypes::sawDeclaration(const Decl &declaration, bool hasKeyword) {
  if (!hasKeyword && !keywordsOf(declaration).isGlobal)
    return;
  const RecordDecl *record = nullptr;
  if (const auto *tag = dyn_cast<RecordDecl>(&declaration))
    record = tag;
  else if (const auto *name = dyn_cast<TypedefNameDecl>(&declaration))
    record = name->getUnderlyingType()->getAsRecordDecl();
  if (record && !llvm::is_contained(records_, record->getCanonicalDecl()))
    records_.push_back(cast<RecordDecl>(record->getCanonicalDecl()));
}

void AnnotatedTypes::check(const ASTContext &context, const HostTypes &checked,
                           const std::vector<std::string> &hostTriples,
                           const WarningOptions &options) const {
  HostTypes types(context, "unused");
  for (const RecordDecl *record : records_) {
    QualType type = context.getCanonicalTagType(record);
    if (isSpellable(context, type) &&
        !llvm::is_contained(checked.records(), record->getDefinition()))
      types.spell(type);
  }
  if (!types.records().empty())
    warnAboutLayouts(context, types, hostTriples, options);
}

} // namespace dpa::frontend
