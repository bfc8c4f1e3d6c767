// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spells types for the host. "__extension__" in front of a definition makes gcc and clang accept
// long bit-fields, empty structs, __int128 and static assertions in C99 with -pedantic.
#include "clang-plugin/host-types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <limits>
#include <optional>

using namespace clang;

namespace dpa::frontend {
namespace {

std::string alignedAttribute(uint64_t bytes) {
  return " __attribute__((aligned(" + std::to_string(bytes) + ")))";
}

/// What the user asked for with attributes, in bytes; 0 if nothing.
uint64_t attributeAlignment(const Decl &declaration,
                            const ASTContext &context) {
  return declaration.hasAttr<AlignedAttr>()
             ? context.toCharUnitsFromBits(declaration.getMaxAlignment())
                   .getQuantity()
             : 0;
}

std::string memberName(size_t index) {
  return "m" + std::to_string(index);
}

std::string describe(const TagDecl &tag) {
  if (const TypedefNameDecl *name = tag.getTypedefNameForAnonDecl())
    return name->getNameAsString();
  return tag.getDeclName() ? (tag.getKindName() + " " + tag.getName()).str()
                           : "an unnamed type";
}

struct Range {
  int64_t lowest = std::numeric_limits<int64_t>::max();
  int64_t highest = std::numeric_limits<int64_t>::min();
};

/// Nothing if C99 has no such enumeration: then the integer type is not the compiler's choice
/// either.
std::optional<Range> standardRange(const EnumDecl &enumeration) {
  if (enumeration.isFixed())
    return std::nullopt;
  Range range;
  for (const EnumConstantDecl *enumerator : enumeration.enumerators()) {
    std::optional<int64_t> value = enumerator->getInitVal().tryExtValue();
    if (!value || !llvm::isInt<32>(*value))
      return std::nullopt;
    range.lowest = std::min(range.lowest, *value);
    range.highest = std::max(range.highest, *value);
  }
  return range;
}

} // namespace

std::string HostTypes::newName() {
  return "_dpacc_" + stem_ + "_t" + std::to_string(nextName_++);
}

std::string HostTypes::spell(QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *enumeration = type->getAsEnumDecl())
    return define(*enumeration->getDefinition());
  if (type->isPointerType())
    return "void *";
  if (const RecordDecl *record = type->getAsRecordDecl())
    return define(*record->getDefinition());
  PrintingPolicy policy(context_.getLangOpts());
  policy.Bool = false; // "bool" is C23
  std::string spelling = type.getAsString(policy);
  bool isWide = type->isSpecificBuiltinType(BuiltinType::Int128) ||
                type->isSpecificBuiltinType(BuiltinType::UInt128);
  return isWide ? defineWide(spelling) : spelling;
}

/// __int128 needs a typedef, the only place where __extension__ can stand.
std::string HostTypes::defineWide(const std::string &spelling) {
  std::string &name = wideNames_[spelling];
  if (name.empty()) {
    name = newName();
    definitionText_ += "__extension__ typedef " + spelling + " " + name + ";\n";
  }
  return name;
}

/// An enumeration of the same range, so that the host's compiler chooses its size as for the
/// user's: -fshort-enums on one side only has to be noticed.
std::string HostTypes::define(const EnumDecl &enumeration) {
  std::optional<Range> range = standardRange(enumeration);
  if (!range)
    return spell(enumeration.getIntegerType());
  if (auto found = names_.find(&enumeration); found != names_.end())
    return found->second;
  std::string tag = newName();
  std::string name = "enum " + tag;
  llvm::raw_string_ostream out(definitionText_);
  out << name << " { " << tag << "_lowest = " << range->lowest << ", " << tag
      << "_highest = " << range->highest << " }";
  if (enumeration.hasAttr<PackedAttr>())
    out << " __attribute__((packed))";
  if (uint64_t alignment = attributeAlignment(enumeration, context_))
    out << alignedAttribute(alignment);
  out << ";\n";
  llvm::raw_string_ostream(assertionText_)
      << "__extension__ _Static_assert(sizeof(" << name << ") == "
      << context_.getTypeSizeInChars(enumeration.getIntegerType()).getQuantity()
      << ",\n    \"" << describe(enumeration)
      << " has another size on the device\");\n";
  names_[&enumeration] = name;
  return name;
}

std::string HostTypes::define(const RecordDecl &record) {
  if (auto found = names_.find(&record); found != names_.end())
    return found->second;
  std::string fields;
  size_t index = 0;
  for (const FieldDecl *field : record.fields())
    fields += "  " + fieldText(*field, index++) + ";\n";
  std::string name = (record.isUnion() ? "union " : "struct ") + newName();
  definitionText_ += recordText(record, name, fields);
  assertLayout(record, name);
  recordOrder_.push_back(&record);
  names_[&record] = name;
  return name;
}

std::string HostTypes::recordText(const RecordDecl &record,
                                  const std::string &name,
                                  const std::string &fields) const {
  std::string text = "__extension__ " + name + " {\n" + fields + "}";
  if (record.hasAttr<PackedAttr>())
    text += " __attribute__((packed))";
  if (uint64_t alignment = attributeAlignment(record, context_))
    text += alignedAttribute(alignment);
  text += ";\n";
  const auto *pragma = record.getAttr<MaxFieldAlignmentAttr>();
  if (!pragma)
    return text;
  unsigned bytes = pragma->getAlignment() / context_.getCharWidth();
  return "#pragma pack(push, " + std::to_string(bytes) + ")\n" + text +
         "#pragma pack(pop)\n";
}

std::string HostTypes::fieldText(const FieldDecl &field, size_t index) {
  if (field.isBitField()) {
    std::string name = field.getDeclName() ? " " + memberName(index) : "";
    QualType type = field.getType();
    if (const auto *enumeration = type->getAsEnumDecl()) {
      define(*enumeration->getDefinition()); // for the assertion alone
      type = enumeration->getDefinition()->getIntegerType();
    }
    std::string text =
        spell(type) + name + " : " + std::to_string(field.getBitWidthValue());
    if (field.hasAttr<PackedAttr>())
      text += " __attribute__((packed))";
    uint64_t alignment = attributeAlignment(field, context_);
    return alignment ? text + alignedAttribute(alignment) : text;
  }
  Member member = spellMember(field.getType());
  std::string text = member.type + " " + memberName(index) + member.dimensions;
  if (field.hasAttr<PackedAttr>())
    text += " __attribute__((packed))";
  if (uint64_t alignment = attributeAlignment(field, context_))
    text += alignedAttribute(alignment);
  return text;
}

/// Unlike spell, keeps the alignment that a typedef gives to a type.
HostTypes::Member HostTypes::spellMember(QualType type) {
  Member member;
  if (const ConstantArrayType *array = context_.getAsConstantArrayType(type)) {
    member = spellMember(array->getElementType());
    member.dimensions = "[" + std::to_string(array->getSize().getZExtValue()) +
                        "]" + member.dimensions;
  } else {
    uint64_t natural =
        context_.getTypeAlignInChars(type.getCanonicalType()).getQuantity();
    member = {spell(type), "", natural};
  }
  uint64_t wanted = context_.getTypeAlignInChars(type).getQuantity();
  if (wanted == member.alignment)
    return member;
  std::string name = newName();
  definitionText_ += "__extension__ typedef " + member.type + " " + name +
                     member.dimensions + alignedAttribute(wanted) + ";\n";
  return {name, "", wanted};
}

void HostTypes::assertLayout(const RecordDecl &record,
                             const std::string &name) {
  const ASTRecordLayout &layout = context_.getASTRecordLayout(&record);
  llvm::raw_string_ostream out(assertionText_);
  out << "__extension__ _Static_assert(sizeof(" << name
      << ") == " << layout.getSize().getQuantity() << " && __alignof__(" << name
      << ") == " << layout.getAlignment().getQuantity() << ",\n    \""
      << describe(record)
      << " has another size or alignment on the device\");\n";
  for (const FieldDecl *field : record.fields()) {
    if (field->isBitField())
      continue;
    unsigned index = field->getFieldIndex();
    out << "__extension__ _Static_assert(__builtin_offsetof(" << name << ", "
        << memberName(index)
        << ") == " << layout.getFieldOffset(index) / context_.getCharWidth()
        << ",\n    \"" << describe(record) << ": member "
        << (field->getDeclName() ? field->getName() : "without a name")
        << " is at another offset on the device\");\n";
  }
}

} // namespace dpa::frontend
