// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread-local variables that do not fit in a thread's area are a link error.
// RUN: %device_cc -O2 -c %s -o %t.o -DBYTES=16320
// RUN: %device_ld %t.o -o %t.elf
// RUN: %device_cc -O2 -c %s -o %t.o -DBYTES=16321
// RUN: not %device_ld %t.o -o %t.elf 2>&1 | FileCheck %s
// CHECK: error: thread-local variables are too large
_Thread_local char block[BYTES];
__attribute__((used, retain)) char *entry(void) { return block; }
