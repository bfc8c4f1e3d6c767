// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A keyword on anything but a function (or, for __dpa_global__, a type) is rejected.
// DIAGNOSTIC: KeywordSubject
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: not %clang_dpa -w -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:17: error: '__dpa_rpc__' belongs on a function, not on a variable
__dpa_rpc__ int remote;
// CHECK: [[#@LINE+1]]:20: error: '__dpa_global__' belongs on a function or a type, not on a variable
__dpa_global__ int shared;
// CHECK: [[#@LINE+1]]:28: error: '__dpa_global__' belongs on a function or a type, not on a parameter
void f(__dpa_global__ int  parameter);
struct s {
  // CHECK: [[#@LINE+1]]:22: error: '__dpa_global__' belongs on a function or a type, not on a member
  __dpa_global__ int member;
};
// CHECK: [[#@LINE+1]]:30: error: '__dpa_rpc__' belongs on a function, not on a type
__dpa_rpc__ typedef uint64_t number;
// CHECK: [[#@LINE+1]]:20: error: '__dpa_rpc__' belongs on a function, not on a type
struct __dpa_rpc__ inside { int a; };
// CHECK: [[#@LINE+1]]:1: error: '__dpa_rpc__' belongs on a function, not on a type
__dpa_rpc__ struct front { int a; };
// CHECK: [[#@LINE+1]]:1: error: '__dpa_rpc__' belongs on a function, not on a type
__dpa_rpc__ enum numbers { A };
