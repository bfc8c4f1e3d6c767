// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warns once per function of floating point that has to be computed on the device. It is shown
// expressions, outer ones before inner ones; constant expressions do not count.
#ifndef DPA_CLANG_PLUGIN_FLOAT_CHECK_H
#define DPA_CLANG_PLUGIN_FLOAT_CHECK_H

#include "clang-plugin/warnings.h"

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
} // namespace clang

namespace dpa::frontend {

class FloatCheck {
public:
  enum class Parts {
    Evaluated, ///< on the device
    Constant,  ///< the whole expression is a constant
  };

  FloatCheck(const clang::ASTContext &context, const WarningOptions &options)
      : context_(context), options_(options) {}

  void enter(const clang::FunctionDecl &next);
  Parts visit(const clang::Expr &expression);

private:
  const clang::ASTContext &context_;
  const WarningOptions &options_;
  const clang::FunctionDecl *function_ =
      nullptr; ///< null when it has been warned about
};

} // namespace dpa::frontend

#endif
