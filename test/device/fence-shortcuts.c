// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shortcuts compile to the same code as the generic fence; the cache operations have their own
// tags.
// PROVES: R-INT-05
// RUN: %device_cc -O2 -c %s -o %t.short.o
// RUN: %device_cc -O2 -c %s -o %t.generic.o -DGENERIC
// RUN: llvm-objcopy -O binary -j .text.fences %t.short.o %t.short.bin
// RUN: llvm-objcopy -O binary -j .text.fences %t.generic.o %t.generic.bin
// RUN: cmp %t.short.bin %t.generic.bin
// RUN: llvm-objdump -d --no-show-raw-insn %t.short.o | FileCheck %s
#include <dpaintrin.h>

// CHECK-LABEL: <cache>:
// CHECK-NEXT: slti zero, zero, 0x465
// CHECK-NEXT: fence ir, ir
// CHECK-NEXT: slti zero, zero, 0x4aa
// CHECK-NEXT: fence ow, ow
// CHECK-NEXT: slti zero, zero, 0x49a
// CHECK-NEXT: fence ow, ow
// CHECK-NEXT: ret
void cache(void) {
  __dpa_thread_window_read_inv();
  __dpa_thread_window_writeback();
  __dpa_thread_memory_writeback();
}

// CHECK-LABEL: <fences>:
// CHECK-COUNT-28: fence
void fences(void) {
#ifdef GENERIC
#define SYSTEM() __dpa_thread_fence(__DPA_SYSTEM, __DPA_RW, __DPA_RW)
#define OUTBOX(p, s) __dpa_thread_fence(__DPA_MMIO, p, s)
#define WINDOW(p, s) __dpa_thread_fence(__DPA_MMIO, p, s)
#define MEMORY(p, s) __dpa_thread_fence(__DPA_MEMORY, p, s)
#else
#define SYSTEM() __dpa_thread_system_fence()
#define OUTBOX(p, s) __dpa_thread_outbox_fence(p, s)
#define WINDOW(p, s) __dpa_thread_window_fence(p, s)
#define MEMORY(p, s) __dpa_thread_memory_fence(p, s)
#endif
#define EACH(p, s)                                                             \
  OUTBOX(p, s);                                                                \
  WINDOW(p, s);                                                                \
  MEMORY(p, s)
  SYSTEM();
  EACH(__DPA_R, __DPA_R);
  EACH(__DPA_R, __DPA_W);
  EACH(__DPA_R, __DPA_RW);
  EACH(__DPA_W, __DPA_R);
  EACH(__DPA_W, __DPA_W);
  EACH(__DPA_W, __DPA_RW);
  EACH(__DPA_RW, __DPA_R);
  EACH(__DPA_RW, __DPA_W);
  EACH(__DPA_RW, __DPA_RW);
}
