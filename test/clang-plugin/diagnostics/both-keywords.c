// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An entry point has one keyword; two declarations with different keywords are rejected, too.
// DIAGNOSTIC: BothKeywords
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:37: error: 'f' cannot be both '__dpa_global__' and '__dpa_rpc__'
__dpa_global__ __dpa_rpc__ uint64_t f(void) { return 0; }
__dpa_global__ uint64_t g(void);
// CHECK: [[#@LINE+1]]:22: error: 'g' cannot be both '__dpa_global__' and '__dpa_rpc__'
__dpa_rpc__ uint64_t g(void) { return 0; }
