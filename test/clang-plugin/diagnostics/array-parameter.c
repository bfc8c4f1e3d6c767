// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array parameter is rejected: C passes it as a pointer, and the host's array would not be
// copied.
// DIAGNOSTIC: ArrayParameter
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:28: error: parameter 'a' of device entry point 'f' is an array, which is passed as a pointer; wrap it in a struct
__dpa_rpc__ uint64_t f(int a[4]) { return (uint64_t)a[0]; }
typedef int four[4];
// CHECK: [[#@LINE+1]]:29: error: parameter 'a' of device entry point 'g' is an array
__dpa_rpc__ uint64_t g(four a) { return (uint64_t)a[0]; }
// CHECK: [[#@LINE+1]]:28: error: parameter 'a' of device entry point 'h' is an array
__dpa_rpc__ uint64_t h(int a[]) { return (uint64_t)a[0]; }
