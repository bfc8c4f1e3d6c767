// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A frame that no stack of the device can hold is warned about where its function is.
// DIAGNOSTIC: StackFrame
// PROVES: R-RTOS-08
// RUN: %clang_dpa -O1 -Werror -c %s -o %t.o 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -O1 -c %s -o %t.o -fplugin-arg-dpacc-Wno-dpa-stack-frame 2>&1 | count 0
// RUN: %clang_dpa -O1 -w -c %s -o %t.o 2>&1 | count 0
// RUN: rm -f %t.o
// RUN: not %clang_dpa -O1 -c %s -o %t.o -fplugin-arg-dpacc-Werror=dpa-stack-frame 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not ls %t.o
//
// A limit set by the user replaces this warning.
// RUN: %clang_dpa -O1 -c %s -o %t.o -Wframe-larger-than=4000 2>&1 | FileCheck %s --check-prefix=OWN
void use(char *bytes);

// CHECK-NOT: warning
void fits(void) {
  char bytes[8000];
  use(bytes);
}
// OWN: [[#@LINE-4]]:6: warning: stack frame size (8016) exceeds limit (4000) in 'fits' [-Wframe-larger-than]
// CHECK: [[#@LINE+3]]:6: warning: frame of function 'exceeds' takes 9024 bytes of stack, more than the 8184 available [-Wdpa-stack-frame]
// ERROR: [[#@LINE+2]]:6: error: frame of function 'exceeds' takes 9024 bytes of stack, more than the 8184 available [-Werror,-Wdpa-stack-frame]
// OWN: [[#@LINE+1]]:6: warning: stack frame size (9024) exceeds limit (4000) in 'exceeds' [-Wframe-larger-than]
void exceeds(void) {
  char bytes[9000];
  use(bytes);
}
// CHECK: 1 warning generated
// ERROR: 1 error generated
