// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array of variable length is rejected by its own name.
// DIAGNOSTIC: VlaParameter
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:35: error: parameter 'a' of device entry point 'f' is an array of variable length
__dpa_rpc__ uint64_t f(int n, int a[n]) { return (uint64_t)a[0]; }
