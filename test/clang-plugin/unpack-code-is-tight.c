// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The unpack function loads whole words and calls the function once, in its last instruction.
// PROVES: R-CC-12
// RUN: %clang_dpa -O2 -S %s -o - | FileCheck %s
#include <stdint.h>

struct pair {
  uint32_t a;
  uint32_t b;
  uint64_t c;
};

// CHECK-LABEL: {{^}}_dpacc_flexio_dev_arg_unpack_{{.*}}_rpc:
// CHECK-NOT: lbu
// CHECK-DAG: ld{{.*}}, 0(
// CHECK-DAG: ld{{.*}}, 8(
// CHECK-DAG: ld{{.*}}, 16(
// CHECK-DAG: lw{{.*}}, 24(
// CHECK-NOT: lbu
// CHECK: tail rpc
__dpa_rpc__ uint64_t rpc(uint64_t a, struct pair p, int32_t b) {
  return a * p.a + p.b + p.c - (uint64_t)b;
}

// CHECK-LABEL: {{^}}_dpacc_flexio_dev_arg_unpack_{{.*}}_handler:
// CHECK: call handler
// CHECK: li a0, 0
// CHECK: ret
volatile uint64_t sink;
__dpa_global__ void handler(uint64_t a) { sink = a; }
