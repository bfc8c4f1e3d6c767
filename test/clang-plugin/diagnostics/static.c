// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host finds entry points by name, so they need external linkage.
// DIAGNOSTIC: StaticEntry
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:29: error: device entry point 'f' cannot be 'static'
static __dpa_rpc__ uint64_t f(void) { return 0; }
// CHECK: [[#@LINE+1]]:28: error: device entry point 'g' cannot be 'static'
__dpa_global__ static void g(void) {}
