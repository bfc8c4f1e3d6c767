// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes behind the keywords: dpa_global and dpa_rpc, also [[dpa::global]] and
// [[dpa::rpc]]. Clang knows them as soon as attributes.cpp is linked in; what they leave on a
// declaration is read here.
#ifndef DPA_CLANG_PLUGIN_ATTRIBUTES_H
#define DPA_CLANG_PLUGIN_ATTRIBUTES_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class Decl;
class DiagnosticsEngine;
} // namespace clang

namespace dpa::frontend {

struct Keywords {
  bool isGlobal = false;
  bool isRpc = false;
  clang::SourceLocation location; ///< of the last one found

  bool any() const { return isGlobal || isRpc; }
};

/// The keywords of a declaration and of those before it.
Keywords keywordsOf(const clang::Decl &declaration);

/// Whether the attribute is one of ours, by its normalised name.
bool isKeywordAttribute(llvm::StringRef name);
bool isRpcAttribute(llvm::StringRef name);

/// The error of a '__dpa_rpc__' that stands on a type.
void reportRpcOnType(clang::DiagnosticsEngine &diagnostics,
                     clang::SourceLocation location);

} // namespace dpa::frontend

#endif
