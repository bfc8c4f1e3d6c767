// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user's argument types, spelled again for the host stub in plain C that needs no header of the
// user: structs of builtin types, enumerations of the same range, pointers as void *. Alignment,
// packing and bit-fields are kept, so that a value is passed in the same way as with the user's own
// declaration.
#ifndef DPA_CLANG_PLUGIN_HOST_TYPES_H
#define DPA_CLANG_PLUGIN_HOST_TYPES_H

#include "clang/AST/Type.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class EnumDecl;
class FieldDecl;
class RecordDecl;
class TagDecl;
} // namespace clang

namespace dpa::frontend {

class HostTypes {
public:
  HostTypes(const clang::ASTContext &context, std::string stem)
      : context_(context), stem_(std::move(stem)) {}

  /// The spelling of a canonical type; defines what it needs.
  std::string spell(clang::QualType type);

  /// Definitions of everything spelled so far, in order.
  const std::string &definitions() const { return definitionText_; }

  /// Static assertions on the sizes and offsets of everything defined.
  const std::string &assertions() const { return assertionText_; }

  /// The user's records in the order in which `definitions` has their counterparts.
  const std::vector<const clang::RecordDecl *> &records() const {
    return recordOrder_;
  }

private:
  struct Member {
    std::string type;
    std::string dimensions;
    uint64_t alignment;
  };

  std::string define(const clang::RecordDecl &record);
  std::string define(const clang::EnumDecl &enumeration);
  std::string defineWide(const std::string &spelling);
  Member spellMember(clang::QualType type);
  std::string fieldText(const clang::FieldDecl &field, size_t index);
  std::string recordText(const clang::RecordDecl &record,
                         const std::string &name,
                         const std::string &fields) const;
  void assertLayout(const clang::RecordDecl &record, const std::string &name);
  std::string newName();

  const clang::ASTContext &context_;
  std::string stem_;
  std::string definitionText_;
  std::string assertionText_;
  std::vector<const clang::RecordDecl *> recordOrder_;
  llvm::DenseMap<const clang::TagDecl *, std::string> names_;
  std::map<std::string, std::string> wideNames_;
  size_t nextName_ = 0;
};

} // namespace dpa::frontend

#endif
