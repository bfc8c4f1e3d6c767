// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A link without crt0.o fails: the image would have no valid entry.
// RUN: %device_cc -O2 -c %s -o %t.o
// RUN: not %device_ld_without_entry %t.o -o %t.elf 2>&1 | FileCheck %s
// CHECK: error: {{.*}}__dpa_start
// RUN: not ls %t.elf
__attribute__((used, retain)) int entry(void) { return 0; }
