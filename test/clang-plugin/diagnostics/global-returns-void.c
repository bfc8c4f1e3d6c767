// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An event handler or kernel that returns a value is rejected.
// DIAGNOSTIC: GlobalReturn
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:16: error: '__dpa_global__' function 'handler' must return 'void' (got 'int')
__dpa_global__ int handler(uint64_t a) { return (int)a; }
// CHECK: [[#@LINE+1]]:1: error: '__dpa_global__' function 'kernel' must return 'void' (got 'uint64_t'
uint64_t __dpa_global__ kernel(void) { return 0; }
