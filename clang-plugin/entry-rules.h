// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an entry point may look like. Given the definition of an annotated function, reports
// everything that is wrong with it and says whether stubs can be made. Never changes anything.
#ifndef DPA_CLANG_PLUGIN_ENTRY_RULES_H
#define DPA_CLANG_PLUGIN_ENTRY_RULES_H

#include "clang-plugin/attributes.h"
#include "clang-plugin/warnings.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace dpa::frontend {

bool checkEntry(const clang::ASTContext &context,
                const clang::FunctionDecl &function, const Keywords &keywords,
                const WarningOptions &options);

} // namespace dpa::frontend

#endif
