// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over the type of a parameter. A complaint about a member is followed by a note at the
// parameter.
#include "clang-plugin/argument-rules.h"
#include "clang-plugin/diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace dpa::frontend {
namespace {

class ArgumentCheck {
public:
  ArgumentCheck(const ASTContext &context, const FunctionDecl &function,
                const ParmVarDecl &parameter, const WarningOptions &options)
      : context_(context), diagnostics_(context.getDiagnostics()),
        function_(function), parameter_(parameter), options_(options) {}

  bool run();

private:
  bool checkType(QualType type, const ValueDecl &place);
  bool checkArray(QualType type, const ValueDecl &place);
  bool checkRecord(const RecordDecl &record);
  bool isNameable(const TagDecl &tag) const;
  bool refuse(Error row, const ValueDecl &place, QualType type);
  void noteParameter(const ValueDecl &place);
  bool isMember(const ValueDecl &place) const { return &place != &parameter_; }

  const ASTContext &context_;
  DiagnosticsEngine &diagnostics_;
  const FunctionDecl &function_;
  const ParmVarDecl &parameter_;
  const WarningOptions &options_;
};

/// Nothing if a value of the type can be passed.
std::optional<Error> problemOf(const BuiltinType &type) {
  if (type.isInteger() || type.getKind() == BuiltinType::Float ||
      type.getKind() == BuiltinType::Double)
    return std::nullopt;
  return type.getKind() == BuiltinType::LongDouble ? Error::LongDouble
                                                   : Error::UnsupportedType;
}

/// Nothing if the type itself is fine: then its parts remain to be looked at.
std::optional<Error> problemOf(QualType type) {
  if (type->isFunctionPointerType())
    return Error::FunctionPointer;
  if (type->isAnyComplexType())
    return Error::ComplexType;
  if (type->isAtomicType())
    return Error::AtomicType;
  if (type->isVectorType())
    return Error::VectorType;
  if (const auto *builtin = type->getAs<BuiltinType>())
    return problemOf(*builtin);
  if (type->isPointerType() || type->isEnumeralType() || type->isRecordType() ||
      type->isArrayType())
    return std::nullopt;
  return Error::UnsupportedType;
}

bool ArgumentCheck::run() {
  QualType written = parameter_.getOriginalType();
  if (written->isArrayType()) {
    Error row = written->isVariablyModifiedType() ? Error::VlaParameter
                                                  : Error::ArrayParameter;
    report(diagnostics_, parameter_.getLocation(), row)
        << &parameter_ << &function_ << parameter_.getSourceRange();
    return false;
  }
  QualType type = parameter_.getType().getCanonicalType().getUnqualifiedType();
  const RecordDecl *record = type->getAsRecordDecl();
  if (record && !isNameable(*record)) {
    report(diagnostics_, parameter_.getLocation(), Error::UnnamedType)
        << &parameter_ << &function_ << type << parameter_.getSourceRange();
    return false;
  }
  return checkType(type, parameter_);
}

/// The device stub stands at file scope, after the function.
bool ArgumentCheck::isNameable(const TagDecl &tag) const {
  bool hasName = tag.getDeclName() || tag.getTypedefNameForAnonDecl();
  return hasName && tag.getDeclContext()->isTranslationUnit();
}

bool ArgumentCheck::checkType(QualType type, const ValueDecl &place) {
  QualType canonical = type.getCanonicalType().getUnqualifiedType();
  if (std::optional<Error> problem = problemOf(canonical))
    return refuse(*problem, place, type);
  if (canonical->isPointerType()) {
    if (auto builder = warn(diagnostics_, place.getLocation(),
                            Warning::PointerArgument, options_))
      *builder << isMember(place) << &place << &function_;
    else
      return true;
    noteParameter(place);
    return true;
  }
  if (canonical->isArrayType())
    return checkArray(canonical, place);
  if (const RecordDecl *record = canonical->getAsRecordDecl())
    return checkRecord(*record->getDefinition());
  return true;
}

bool ArgumentCheck::checkArray(QualType type, const ValueDecl &place) {
  const ArrayType *array = context_.getAsArrayType(type);
  if (isa<ConstantArrayType>(array))
    return checkType(array->getElementType(), place);
  report(diagnostics_, place.getLocation(), Error::FlexibleArray)
      << &place << &function_;
  noteParameter(place);
  return false;
}

bool ArgumentCheck::checkRecord(const RecordDecl &record) {
  bool isFine = true;
  for (const FieldDecl *field : record.fields())
    isFine &= checkType(field->getType(), *field);
  return isFine;
}

bool ArgumentCheck::refuse(Error row, const ValueDecl &place, QualType type) {
  report(diagnostics_, place.getLocation(), row)
      << isMember(place) << &place << &function_ << type
      << place.getSourceRange();
  noteParameter(place);
  return false;
}

void ArgumentCheck::noteParameter(const ValueDecl &place) {
  if (isMember(place))
    report(diagnostics_, parameter_.getLocation(), Note::InArgument)
        << &parameter_ << &function_;
}

} // namespace

bool checkArgument(const ASTContext &context, const FunctionDecl &function,
                   const ParmVarDecl &parameter,
                   const WarningOptions &options) {
  return ArgumentCheck(context, function, parameter, options).run();
}

} // namespace dpa::frontend
