// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constructor in device code is a link error, because it would never run.
// RUN: %device_cc -O2 -c %s -o %t.o
// RUN: not %device_ld %t.o -o %t.elf 2>&1 | FileCheck %s
// CHECK: error: a device program cannot have constructors or destructors: they would never run
volatile int ready;
__attribute__((constructor)) static void setUp(void) { ready = 1; }
