// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A struct with a flexible array is rejected: the array's elements are not part of its value.
// DIAGNOSTIC: FlexibleArray
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

struct message {
  int length;
  // CHECK: [[#@LINE+2]]:8: error: member 'text' of an argument of device entry point 'f' is a flexible array, whose length is unknown to the stubs
  // CHECK: note: in parameter 'm' of device entry point 'f'
  char text[];
};
__dpa_global__ void f(struct message m) { (void)m; }
