// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keywords as macros, for command lines of clang.
#ifndef DPA_CLANG_PLUGIN_KEYWORD_DEFINES_H
#define DPA_CLANG_PLUGIN_KEYWORD_DEFINES_H

#include <string>
#include <vector>

namespace dpa::frontend {

/// The defines that turn the keywords into the attributes, for the command
/// line: "-D__dpa_rpc__=...". They have to be on the command line because a
/// plugin can add no keyword, and predefined macros are lost by -E.
const std::vector<std::string> &keywordDefines();

/// The same for tools that parse device code without the plugin (clangd drops
/// plugins): the keywords become nothing, because whatever else clang knows is
/// a warning in some of their positions.
const std::vector<std::string> &editorDefines();

} // namespace dpa::frontend

#endif
