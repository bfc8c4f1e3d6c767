// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic objects are rejected, because a copy is not the same object.
// DIAGNOSTIC: AtomicType
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

// CHECK: [[#@LINE+1]]:35: error: parameter 'x' of device entry point 'f' is atomic ('_Atomic(int)')
__dpa_global__ void f(_Atomic int x) { (void)x; }
struct s {
  // CHECK: [[#@LINE+1]]:16: error: member 'x' of device entry point 'g' is atomic
  _Atomic long x;
};
__dpa_global__ void g(struct s v) { (void)v; }
