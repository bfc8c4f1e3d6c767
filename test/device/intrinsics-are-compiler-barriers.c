// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No memory access moves across a fence, a cache operation or a counter, and none of these is
// dropped or merged.
// PROVES: R-INT-06 R-INT-12 R-INT-14
// RUN: %device_cc -O3 -c %s -o %t.o
// RUN: llvm-objdump -d --no-show-raw-insn -M no-aliases %t.o | FileCheck %s
// RUN: %device_cc -O3 -flto -c %s -o %t.o
// RUN: %device_ld %t.o -o %t.elf
// RUN: llvm-objdump -d --no-show-raw-insn -M no-aliases %t.elf | FileCheck %s
#include <dpaintrin.h>

// Without a barrier only the last store would remain. One function, because link-time optimization
// reorders functions.
// CHECK-LABEL: <barriers>:
__attribute__((used, retain)) uint64_t barriers(int *at) {
  *at = 0;
  // CHECK: sw
  // CHECK: slti zero, zero, 0x405
  // CHECK-NEXT: fence ir, ir
  __dpa_thread_fence(__DPA_HEAP, __DPA_R, __DPA_R);
  *at = 1;
  // CHECK: sw
  // CHECK: slti zero, zero, 0x43f
  // CHECK-NEXT: fence iorw, iorw
  __dpa_thread_system_fence();
  *at = 2;
  // CHECK: sw
  // CHECK: slti zero, zero, 0x465
  // CHECK-NEXT: fence ir, ir
  __dpa_thread_window_read_inv();
  *at = 3;
  // CHECK: sw
  // CHECK: slti zero, zero, 0x4aa
  // CHECK-NEXT: fence ow, ow
  __dpa_thread_window_writeback();
  *at = 4;
  // CHECK: sw
  // CHECK: slti zero, zero, 0x49a
  // CHECK-NEXT: fence ow, ow
  __dpa_thread_memory_writeback();
  *at = 5;
  // CHECK: sw
  // CHECK: csrrs {{.*}}, cycle, zero
  uint64_t start = __dpa_thread_cycles();
  *at = 6;
  // CHECK: sw
  // CHECK: csrrs {{.*}}, time, zero
  start += __dpa_thread_time();
  *at = 7;
  // CHECK: sw
  // CHECK: csrrs {{.*}}, instret, zero
  start += __dpa_thread_inst_ret();
  *at = 8;
  // CHECK: sw
  // Not merged:
  // CHECK: slti zero, zero, 0x49a
  // CHECK-NEXT: fence ow, ow
  // CHECK: slti zero, zero, 0x49a
  // CHECK-NEXT: fence ow, ow
  __dpa_thread_memory_writeback();
  __dpa_thread_memory_writeback();
  // CHECK: csrrs {{.*}}, cycle, zero
  // CHECK: csrrs {{.*}}, cycle, zero
  start += __dpa_thread_cycles();
  return start + __dpa_thread_cycles();
}
