// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a thread of every hardware model has.
#ifndef DPA_CLANG_PLUGIN_STACK_SIZE_H
#define DPA_CLANG_PLUGIN_STACK_SIZE_H

namespace dpa::frontend {

/// Bytes of stack.
inline constexpr unsigned stackSize = 8184;

} // namespace dpa::frontend

#endif
