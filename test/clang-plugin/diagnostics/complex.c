// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers are rejected.
// DIAGNOSTIC: ComplexType
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

// CHECK: [[#@LINE+1]]:39: error: parameter 'x' of device entry point 'f' is a complex number ('_Complex double')
__dpa_global__ void f(_Complex double x) { (void)x; }
