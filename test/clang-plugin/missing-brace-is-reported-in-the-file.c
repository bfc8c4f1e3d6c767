// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A missing brace at the end of a file is reported there, not in the lines that are added after it.
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK-NOT: dpacc stubs
// CHECK: missing-brace-is-reported-in-the-file.c:[[#@LINE+2]]:{{[0-9]+}}: error: expected '}'
// CHECK: 1 error generated
__dpa_global__ void f(void) { // the end
