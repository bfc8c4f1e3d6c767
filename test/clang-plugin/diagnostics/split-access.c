// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A volatile or atomic access that the compiler has to split into bytes is not a single access, and
// is warned about.
// DIAGNOSTIC: SplitAccess
// RUN: %clang_dpa -fsyntax-only -Werror %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Wno-dpa-split-access %s 2>&1 | count 0
// RUN: not %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Werror=dpa-split-access %s

#include <stdint.h>

struct __attribute__((packed)) queue {
  uint8_t owner;
  volatile uint32_t head;
  _Atomic uint32_t tail;
  uint32_t plain;
};
uint32_t split(struct queue *q, volatile struct queue *all) {
  // CHECK: [[#@LINE+1]]:6: warning: this volatile access of 'uint32_t' (aka 'unsigned int') is done byte by byte, because the packed struct aligns it to 1 only [-Wdpa-split-access]
  q->head = 1;
  // CHECK: [[#@LINE+1]]:6: warning: this volatile access
  q->head++;
  // CHECK: [[#@LINE+1]]:6: warning: this atomic access of '_Atomic(uint32_t)'
  q->tail = 2;
  // CHECK: [[#@LINE+1]]:26: warning: this volatile access
  return q->plain + all->plain;
}

// CHECK-NOT: warning:
struct __attribute__((packed, aligned(4))) aligned {
  uint8_t bytes[4];
  volatile uint32_t head;
};
uint32_t whole(struct aligned *a, volatile struct queue *q) {
  a->head = 1;
  return a->head + q->owner;
}
// CHECK: 4 warnings generated
