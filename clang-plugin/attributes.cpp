// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the attributes with clang. Each becomes an annotation, because clang merges annotations
// of several declarations by itself and writes them to llvm.global.annotations. Rules that need a
// whole function are elsewhere.
#include "clang-plugin/attributes.h"
#include "clang-plugin/diagnostics.h"

#include "clang/AST/Attr.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace dpa::frontend {
namespace {

constexpr StringRef globalName = "dpa_global";
constexpr StringRef rpcName = "dpa_rpc";
constexpr StringRef rpcKeyword = "'__dpa_rpc__'";

class KeywordAttribute : public ParsedAttrInfo {
public:
  KeywordAttribute(StringRef keyword, StringRef annotation, bool canBeOnType,
                   ArrayRef<Spelling> spellings)
      : keyword_(keyword), annotation_(annotation), canBeOnType_(canBeOnType) {
    Spellings = spellings;
  }

  bool diagAppertainsToDecl(Sema &sema, const ParsedAttr &attribute,
                            const Decl *declaration) const override {
    if (isa<FunctionDecl>(declaration) ||
        (canBeOnType_ && isa<TagDecl, TypedefNameDecl>(declaration)))
      return true;
    report(sema.Diags, placeOf(attribute, *declaration), Error::KeywordSubject)
        << keyword_ << canBeOnType_ << kindOf(*declaration);
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    declaration->addAttr(AnnotateAttr::Create(
        sema.Context, annotation_, nullptr, 0, attribute.getRange()));
    if (isa<FunctionDecl>(declaration))
      keep(sema.Context, *declaration);
    return AttributeApplied;
  }

private:
  /// No device code calls an entry point, but the host looks for it.
  static void keep(ASTContext &context, Decl &function) {
    function.addAttr(UsedAttr::CreateImplicit(context));
    function.addAttr(RetainAttr::CreateImplicit(context));
  }

  /// The attribute usually stands in a macro; at the declared name the message needs no "expanded
  /// from" note.
  static SourceLocation placeOf(const ParsedAttr &attribute,
                                const Decl &declaration) {
    return attribute.getLoc().isMacroID() ? declaration.getLocation()
                                          : attribute.getLoc();
  }

  static int kindOf(const Decl &declaration) {
    if (isa<ParmVarDecl>(declaration))
      return 1;
    if (isa<VarDecl>(declaration))
      return 0;
    if (isa<FieldDecl>(declaration))
      return 2;
    return isa<TypeDecl>(declaration) ? 3 : 4;
  }

  StringRef keyword_;
  StringRef annotation_;
  bool canBeOnType_;
};

constexpr ParsedAttrInfo::Spelling globalSpellings[] = {
    {ParsedAttr::AS_GNU, "dpa_global"}, {ParsedAttr::AS_C23, "dpa::global"}};
constexpr ParsedAttrInfo::Spelling rpcSpellings[] = {
    {ParsedAttr::AS_GNU, "dpa_rpc"}, {ParsedAttr::AS_C23, "dpa::rpc"}};

struct GlobalAttribute : KeywordAttribute {
  GlobalAttribute()
      : KeywordAttribute("'__dpa_global__'", globalName, /*canBeOnType=*/true,
                         globalSpellings) {}
};

struct RpcAttribute : KeywordAttribute {
  RpcAttribute()
      : KeywordAttribute(rpcKeyword, rpcName, /*canBeOnType=*/false,
                         rpcSpellings) {}
};

// Clang has no other way; an exception could only be lack of memory.
// NOLINTBEGIN(bugprone-throwing-static-initialization)
const ParsedAttrInfoRegistry::Add<GlobalAttribute>
    registerGlobal("dpa_global", "entry point or type of a DPA program");
const ParsedAttrInfoRegistry::Add<RpcAttribute>
    registerRpc("dpa_rpc", "remote procedure of a DPA program");
// NOLINTEND(bugprone-throwing-static-initialization)

} // namespace

Keywords keywordsOf(const Decl &declaration) {
  Keywords keywords;
  for (const auto *annotation : declaration.specific_attrs<AnnotateAttr>()) {
    bool isGlobal = annotation->getAnnotation() == globalName;
    bool isRpc = annotation->getAnnotation() == rpcName;
    if (isGlobal || isRpc)
      keywords.location = annotation->getLocation();
    keywords.isGlobal |= isGlobal;
    keywords.isRpc |= isRpc;
  }
  return keywords;
}

bool isKeywordAttribute(StringRef name) {
  return name == globalName || name == rpcName;
}

void reportRpcOnType(DiagnosticsEngine &diagnostics, SourceLocation location) {
  report(diagnostics, location, Error::KeywordSubject)
      << rpcKeyword << /*canBeOnType=*/false << /*a type*/ 3;
}

bool isRpcAttribute(StringRef name) {
  return name == rpcName;
}

} // namespace dpa::frontend
