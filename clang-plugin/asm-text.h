// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembly text cut into statements: mnemonic or directive, operands, and where it stands. Knows
// neither clang nor what an instruction means; never fails: what it does not understand is a
// statement of its own.
#ifndef DPA_CLANG_PLUGIN_ASM_TEXT_H
#define DPA_CLANG_PLUGIN_ASM_TEXT_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace dpa::frontend {

struct AsmStatement {
  std::string mnemonic;                  ///< in lower case
  std::vector<llvm::StringRef> operands; ///< as written, without blanks around
  size_t offset = 0;                     ///< of the mnemonic in the text
};

/// Without labels and comments. The operands are views of `text`.
std::vector<AsmStatement> splitAssembly(llvm::StringRef text);

/// The value of 10, 0xa, 0b1010 or 012.
std::optional<int64_t> asmNumber(llvm::StringRef operand);

} // namespace dpa::frontend

#endif
