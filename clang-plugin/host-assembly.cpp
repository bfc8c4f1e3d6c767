// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See host-assembly.h.
#include "clang-plugin/host-assembly.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace dpa::frontend {
namespace {

constexpr const char *hostAssemblyMark = "#dpacc host assembly";

/// The lines as string literals of C.
void writeLines(llvm::raw_ostream &out, StringRef text) {
  for (StringRef line : llvm::split(text, '\n')) {
    if (!line.consume_front("#"))
      continue;
    out << "\n    \"";
    out.write_escaped(line);
    out << "\\n\"";
  }
}

} // namespace

std::string hostAssemblyText(const std::vector<const Decl *> &code) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const Decl *declaration : code) {
    const auto *assembly = dyn_cast<FileScopeAsmDecl>(declaration);
    if (!assembly)
      continue;
    std::string lines = assembly->getAsmString();
    auto [first, others] = StringRef(lines).split('\n');
    if (first != hostAssemblyMark)
      continue;
    out << "__asm__(";
    writeLines(out, others);
    out << ");\n";
  }
  return text;
}

} // namespace dpa::frontend
