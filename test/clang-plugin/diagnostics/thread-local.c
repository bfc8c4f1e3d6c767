// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread-local variables are reset at each activation: each definition is warned about, at file
// scope and in functions.
// DIAGNOSTIC: ThreadLocal
// RUN: %clang_dpa -fsyntax-only -Werror %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Wno-dpa-thread-local %s 2>&1 | count 0
// RUN: not %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Werror=dpa-thread-local %s

#include <errno.h>

// CHECK-NOT: warning:
extern _Thread_local int elsewhere;
// CHECK: [[#@LINE+1]]:19: warning: 'calls' is thread-local: it is reset to its initial value at each activation of a device thread [-Wdpa-thread-local]
_Thread_local int calls;
int count(void) {
  // CHECK: [[#@LINE+1]]:23: warning: 'here' is thread-local
  static __thread int here;
  int ordinary = 1;
  static int shared;
  return ++calls + ++here + ++shared + elsewhere + ordinary + errno;
}
// CHECK-NOT: warning:
