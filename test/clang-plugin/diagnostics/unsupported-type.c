// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types that no host ABI passes like the device are rejected.
// DIAGNOSTIC: UnsupportedType
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

// CHECK: [[#@LINE+1]]:34: error: parameter 'x' of device entry point 'f' has type '_BitInt(7)', which cannot be passed
__dpa_global__ void f(_BitInt(7) x) { (void)x; }
// CHECK: [[#@LINE+1]]:32: error: parameter 'x' of device entry point 'g' has type '_Float16', which cannot be passed
__dpa_global__ void g(_Float16 x) { (void)x; }
