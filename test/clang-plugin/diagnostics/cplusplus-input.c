// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code is C.
// DIAGNOSTIC: CplusplusInput
// RUN: not %clang_dpa -fsyntax-only -x c++ %s 2>&1 | FileCheck %s

// CHECK: [[#@LINE+1]]:27: error: device code of the DPA is written in C, not in C++
__dpa_rpc__ unsigned long f() { return 0; }
