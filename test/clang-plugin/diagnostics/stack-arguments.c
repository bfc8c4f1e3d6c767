// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs by value that cannot fit the stack of a thread are warned about.
// DIAGNOSTIC: StackArguments
// RUN: %clang_dpa -fsyntax-only -Werror %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Wno-dpa-stack-arguments %s 2>&1 | count 0
// RUN: not %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Werror=dpa-stack-arguments %s

#include <stdint.h>

struct half { char bytes[4092]; };
struct more { char bytes[4093]; };

// CHECK-NOT: warning
__dpa_rpc__ uint64_t fits(struct half a, struct half b, uint64_t c) {
  return (uint64_t)(a.bytes[0] + b.bytes[0]) + c;
}
// CHECK: [[#@LINE+1]]:21: warning: structs by value of device entry point 'exceeds' take 8185 bytes of stack, more than the 8184 available [-Wdpa-stack-arguments]
__dpa_global__ void exceeds(struct half a, struct more b) { (void)a, (void)b; }
// CHECK: 1 warning generated
