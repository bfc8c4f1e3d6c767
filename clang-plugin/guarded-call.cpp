// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Over LLVM's own recovery from crashes. See guarded-call.h.
#include "clang-plugin/guarded-call.h"

#include "llvm/Support/CrashRecoveryContext.h"

namespace dpa::frontend {

/// The one of lld is not a guarded call.
static thread_local llvm::CrashRecoveryContext *guard;

bool runGuarded(llvm::function_ref<void()> call) {
  // Stays on: a crash outside of a guarded call goes to the handlers that were there before.
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext context;
  guard = &context;
  const bool isDone = context.RunSafely(call);
  guard = nullptr;
  return isDone;
}

void leaveGuardedCall() {
  if (guard)
    guard->HandleExit(1);
}

} // namespace dpa::frontend
