// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of the argument buffer: the parameters in order, each at its natural alignment but at
// most the buffer's.
#include "clang-plugin/entry.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace clang;

namespace dpa::frontend {

std::string Entry::name() const {
  return function->getNameAsString();
}

Entry makeEntry(const ASTContext &context, const FunctionDecl &function,
                bool isRpc) {
  Entry entry;
  entry.function = &function;
  entry.isRpc = isRpc;
  uint64_t limit = bufferAlignment;
  if (unsigned packing = context.getLangOpts().PackStruct) // -fpack-struct
    limit = std::min<uint64_t>(limit, packing);
  uint64_t end = 0;
  for (const ParmVarDecl *parameter : function.parameters()) {
    Argument argument;
    argument.type =
        parameter->getType().getCanonicalType().getUnqualifiedType();
    argument.size = context.getTypeSizeInChars(argument.type).getQuantity();
    uint64_t natural = context.getTypeAlignInChars(argument.type).getQuantity();
    argument.alignment = std::min(natural, limit);
    argument.offset = llvm::alignTo(end, argument.alignment);
    end = argument.offset + argument.size;
    entry.alignment = std::max(entry.alignment, argument.alignment);
    entry.arguments.push_back(argument);
  }
  entry.bufferSize = llvm::alignTo(end, entry.alignment);
  return entry;
}

} // namespace dpa::frontend
