// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How vectors are passed depends on the host compiler's options.
// DIAGNOSTIC: VectorType
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

typedef int four __attribute__((vector_size(16)));
// CHECK: [[#@LINE+1]]:28: error: parameter 'x' of device entry point 'f' is a vector (
__dpa_global__ void f(four x) { (void)x; }
