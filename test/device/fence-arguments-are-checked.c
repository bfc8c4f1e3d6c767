// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fence works as an expression and as a branch without braces; a bad space or operation is a
// compile-time error.
// RUN: %device_cc -O0 -std=c99 -pedantic-errors -c %s -o %t.o
// RUN: not %device_cc -c %s -o %t.o -DBAD='__dpa_thread_fence(4, __DPA_R, __DPA_R)' 2>&1 | FileCheck %s
// RUN: not %device_cc -c %s -o %t.o -DBAD='__dpa_thread_fence(__DPA_MMIO, 0, __DPA_R)' 2>&1 | FileCheck %s
// RUN: not %device_cc -c %s -o %t.o -DBAD='__dpa_thread_window_fence(__DPA_R, 4)' 2>&1 | FileCheck %s
// CHECK: fence-arguments-are-checked.c:[[#]]:{{.*}}: error: array size is negative
#include <dpaintrin.h>

#ifndef BAD
#define BAD (void)0
#endif

void fences(int which) {
  if (which)
    __dpa_thread_system_fence();
  else
    __dpa_thread_memory_fence(__DPA_W, __DPA_W);
  for (; which; __dpa_thread_window_read_inv(), which--)
    BAD;
}
