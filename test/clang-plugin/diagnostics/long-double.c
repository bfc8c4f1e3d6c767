// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// long double has another representation on an x86-64 host.
// DIAGNOSTIC: LongDouble
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

// CHECK: [[#@LINE+1]]:36: error: parameter 'x' of device entry point 'f' is a 'long double', which the host and the device represent differently
__dpa_global__ void f(long double  x) { (void)x; }
struct s {
  // CHECK: [[#@LINE+1]]:15: error: member 'x' of device entry point 'g' is a 'long double'
  long double x[2];
};
__dpa_global__ void g(struct s v) { (void)v; }
