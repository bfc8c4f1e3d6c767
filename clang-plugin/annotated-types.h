// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types with '__dpa_global__' that no entry point takes: they are shared with the host all the
// same, through memory. Warns if a host lays one out differently. Those that are arguments are
// checked, as errors, with their entry points.
#ifndef DPA_CLANG_PLUGIN_ANNOTATED_TYPES_H
#define DPA_CLANG_PLUGIN_ANNOTATED_TYPES_H

#include "clang-plugin/host-types.h"
#include "clang-plugin/warnings.h"

#include <string>
#include <vector>

namespace clang {
class Decl;
}

namespace dpa::frontend {

class AnnotatedTypes {
public:
  /// `hasKeyword` if clang ignored the keyword in front of this declaration.
  void sawDeclaration(const clang::Decl &declaration, bool hasKeyword);

  /// Types in `checked` are left out.
  void check(const clang::ASTContext &context, const HostTypes &checked,
             const std::vector<std::string> &hostTriples,
             const WarningOptions &options) const;

private:
  std::vector<const clang::RecordDecl *> records_;
};

} // namespace dpa::frontend

#endif
