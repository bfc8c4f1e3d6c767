// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An inline function is rejected: it need not exist as a symbol.
// DIAGNOSTIC: InlineEntry
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:29: error: device entry point 'f' cannot be 'inline'
__dpa_rpc__ inline uint64_t f(void) { return 0; }
// CHECK: [[#@LINE+1]]:36: error: device entry point 'g' cannot be 'inline'
extern inline __dpa_rpc__ uint64_t g(void) { return 0; }
