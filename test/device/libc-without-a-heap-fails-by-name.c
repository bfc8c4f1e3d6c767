// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A missing heap or console of the process is a link error with its name, instead of a crash at run
// time.
// RUN: %device_cc -O2 -c %s -o %t.o
// RUN: not %device_ld %t.o -o %t.elf 2>&1 | FileCheck %s
// CHECK-DAG: error: undefined symbol: __heap_end
// CHECK-DAG: error: undefined symbol: stdout
#include <libflexio-libc/stdio.h>
#include <stdlib.h>
__attribute__((used, retain)) char *entry(int n) {
  printf("%d", n);
  return malloc((size_t)n);
}
