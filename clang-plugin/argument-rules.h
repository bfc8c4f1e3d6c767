// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which types can travel from the host to the device. Given one parameter of an entry point, looks
// through structs, unions and arrays, reports what is wrong, and says whether the parameter can be
// passed.
#ifndef DPA_CLANG_PLUGIN_ARGUMENT_RULES_H
#define DPA_CLANG_PLUGIN_ARGUMENT_RULES_H

#include "clang-plugin/warnings.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class ParmVarDecl;
} // namespace clang

namespace dpa::frontend {

bool checkArgument(const clang::ASTContext &context,
                   const clang::FunctionDecl &function,
                   const clang::ParmVarDecl &parameter,
                   const WarningOptions &options);

} // namespace dpa::frontend

#endif
