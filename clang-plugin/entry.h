// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry point as the stubs see it: the function, and where each of its arguments lies in the
// argument buffer. Both stubs and the record are made from it, so the two sides agree. Lives as
// long as clang's AST.
#ifndef DPA_CLANG_PLUGIN_ENTRY_H
#define DPA_CLANG_PLUGIN_ENTRY_H

#include "clang/AST/Type.h"

#include <cstdint>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace dpa::frontend {

/// The buffer starts at a multiple of this many bytes; no argument in it is aligned to more.
inline constexpr uint64_t bufferAlignment = 64;

struct Argument {
  clang::QualType type; ///< canonical, without qualifiers
  uint64_t offset = 0;
  uint64_t size = 0;
  uint64_t alignment = 1; ///< in the buffer
};

struct Entry {
  const clang::FunctionDecl *function = nullptr;
  bool isRpc = false;
  std::vector<Argument> arguments;
  uint64_t bufferSize =
      0; ///< a multiple of the largest alignment; 0 without arguments
  uint64_t alignment = 1; ///< the largest of the arguments

  std::string name() const;
};

/// Lays the parameters of the definition out in a buffer.
Entry makeEntry(const clang::ASTContext &context,
                const clang::FunctionDecl &function, bool isRpc);

} // namespace dpa::frontend

#endif
