// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an expression says about the alignment of the object behind it, and nothing where it says
// nothing: a pointer to bytes may be aligned to anything. Guesses are in favour of the user.
#ifndef DPA_CLANG_PLUGIN_KNOWN_ALIGNMENT_H
#define DPA_CLANG_PLUGIN_KNOWN_ALIGNMENT_H

#include "clang/AST/CharUnits.h"

#include <optional>

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace dpa::frontend {

/// Of what the pointer points to, casts or not.
std::optional<clang::CharUnits>
alignmentOfTarget(const clang::ASTContext &context, const clang::Expr &pointer);

/// Of the object that the lvalue names.
std::optional<clang::CharUnits>
alignmentOfObject(const clang::ASTContext &context, const clang::Expr &lvalue);

/// Whether the pointer was made from the address of a member of a packed struct.
bool isAddressInPacked(const clang::Expr &pointer);

} // namespace dpa::frontend

#endif
