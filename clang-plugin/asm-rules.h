// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What device code may not say in inline assembly: a table of rules over statements. Knows nothing
// of clang; it is given one statement after the other and answers with the row of diagnostics.def.
#ifndef DPA_CLANG_PLUGIN_ASM_RULES_H
#define DPA_CLANG_PLUGIN_ASM_RULES_H

#include "clang-plugin/asm-text.h"
#include "clang-plugin/diagnostics.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace dpa::frontend {

/// Whether bytes go to executable text, statement by statement.
class AsmSections {
public:
  void follow(const AsmStatement &statement);
  bool isExecutable() const { return isText_; }

private:
  void enter(bool isNowText);

  bool isText_ = true;
  bool wasText_ = true; ///< for .previous
  std::vector<std::pair<bool, bool>> pushed_;
};

/// The value of an operand that is a number or an operand of the C statement; nothing if it is not
/// known.
using AsmValues =
    llvm::function_ref<std::optional<int64_t>(llvm::StringRef operand)>;

/// Nothing if the statement is allowed.
std::optional<Error> judgeAssembly(const AsmStatement &statement,
                                   const AsmSections &sections,
                                   AsmValues values);

/// The operand that names a CSR, for the message; the mnemonic if it stands in none (rdcycleh,
/// fscsr).
llvm::StringRef csrOf(const AsmStatement &statement);

} // namespace dpa::frontend

#endif
