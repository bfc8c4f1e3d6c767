// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of LLVM's readers on untrusted bytes: those readers check what they need themselves and may
// crash on a damaged file, or give up for the whole program (llvm::report_fatal_error). Given the
// call, returns whether it completed. What it held is lost when it does not. For short calls that
// wait for nothing and start nothing.
#ifndef DPA_CLANG_PLUGIN_GUARDED_CALL_H
#define DPA_CLANG_PLUGIN_GUARDED_CALL_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace dpa::frontend {

/// False if the call crashed or LLVM gave up in it. Without a handler of the program's own LLVM
/// says why on standard error.
[[nodiscard]] bool runGuarded(llvm::function_ref<void()> call);

/// For a handler of fatal errors: ends the guarded call of this thread and does not return, or
/// returns if there is none.
void leaveGuardedCall();

} // namespace dpa::frontend

#endif
