// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warns of formats that do not fit their arguments or that the device cannot convert. Checked are
// calls of functions with a parameter annotated as dpa_format, which are those of device messages;
// and, only for what the device cannot convert, calls of the C library's printf functions, whose
// arguments clang checks. It is shown expressions.
#ifndef DPA_CLANG_PLUGIN_FORMAT_CHECK_H
#define DPA_CLANG_PLUGIN_FORMAT_CHECK_H

#include "clang-plugin/warnings.h"

namespace clang {
class ASTContext;
class Expr;
} // namespace clang

namespace dpa::frontend {

class FormatCheck {
public:
  FormatCheck(clang::ASTContext &context, const WarningOptions &options)
      : context_(context), options_(options) {}

  void visit(const clang::Expr &expression);

private:
  clang::ASTContext &context_;
  const WarningOptions &options_;
};

} // namespace dpa::frontend

#endif
