// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code is C: one message for a whole file in C++, with keywords or without.
// DIAGNOSTIC: CplusplusInput
// RUN: rm -rf %t && mkdir %t
// RUN: not %clang_dpa -fsyntax-only -x c++ %s 2>&1 | FileCheck %s
// RUN: echo 'class c {}; int f() { return undeclared; }' > %t/plain.cpp
// RUN: not %clang_dpa -c %t/plain.cpp -o %t/plain.o 2>&1 | FileCheck %s
// RUN: cp %t/plain.cpp %t/plain.cc && not %clang_dpa -c %t/plain.cc -o %t/plain.o 2>&1 | FileCheck %s
// RUN: not ls %t/plain.o

// CHECK: :1:1: error: device code of the DPA is written in C, not in C++
// CHECK: 1 error generated
__dpa_rpc__ unsigned long f() { return 0; }
