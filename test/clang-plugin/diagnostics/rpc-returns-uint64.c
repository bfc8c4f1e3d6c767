// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A remote procedure that returns anything but uint64_t is rejected, at the type it returns.
// DIAGNOSTIC: RpcReturn
// PROVES: R-CC-04
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:13: error: '__dpa_rpc__' function 'returnsInt' must return 'uint64_t' (got 'int')
__dpa_rpc__ int returnsInt(void) { return 0; }

// CHECK: [[#@LINE+1]]:13: error: '__dpa_rpc__' function 'returnsSigned' must return 'uint64_t' (got 'int64_t'
__dpa_rpc__ int64_t returnsSigned(void) { return 0; }

// CHECK: [[#@LINE+1]]:13: error: '__dpa_rpc__' function 'returnsNothing' must return 'uint64_t' (got 'void')
__dpa_rpc__ void returnsNothing(void) {}

// CHECK: [[#@LINE+1]]:13: error: '__dpa_rpc__' function 'returnsPointer' must return 'uint64_t' (got 'uint64_t *'
__dpa_rpc__ uint64_t *returnsPointer(void) { return 0; }

typedef uint64_t handle;
// CHECK-NOT: error
__dpa_rpc__ handle returnsTypedef(void) { return 0; }
__dpa_rpc__ unsigned long returnsSameType(void) { return 0; }

// CHECK: 4 errors generated
