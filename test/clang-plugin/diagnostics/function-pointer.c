// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host function cannot be called on the device, wherever in the arguments its address is nested.
// DIAGNOSTIC: FunctionPointer
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

struct operations {
  int kind;
  struct {
    // CHECK: [[#@LINE+2]]:12: error: member 'run' of device entry point 'nested' is a pointer to a function, which cannot be passed from the host to the device
    // CHECK: note: in parameter 'o' of device entry point 'nested'
    void (*run[2])(int);
  } inner;
};
__dpa_global__ void nested(struct operations o) { (void)o; }

typedef int (*callback)(void);
// CHECK: [[#@LINE+1]]:38: error: parameter 'c' of device entry point 'direct' is a pointer to a function
__dpa_rpc__ uint64_t direct(callback c) { return (uint64_t)c(); }
