// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembly that headers for device code have for the host object: file-scope assembly whose first line
// is the comment "#dpacc host assembly". Each further line is a comment, too; what follows its "#" is
// a line for the host's assembler. Given the declarations at file scope; returns C text, empty if
// there is no such assembly. The text of one header occurs once for each source, and must allow that.
#ifndef DPA_CLANG_PLUGIN_HOST_ASSEMBLY_H
#define DPA_CLANG_PLUGIN_HOST_ASSEMBLY_H

#include <string>
#include <vector>

namespace clang {
class Decl;
}

namespace dpa::frontend {

std::string hostAssemblyText(const std::vector<const clang::Decl *> &code);

} // namespace dpa::frontend

#endif
