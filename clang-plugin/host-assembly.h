// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembly in device headers that is emitted to the host object: file-scope assembly whose first line is
// the comment "#dpacc host assembly". Each further line is also a comment; the text after its "#" is a
// line for the host's assembler. Given the declarations at file scope; returns C text, empty without such
// assembly. The text of a header is emitted once for each source file, and must support that.
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
