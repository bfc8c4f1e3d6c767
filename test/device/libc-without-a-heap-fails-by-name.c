// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that needs a heap or a console, which the process lacks, is a link error that names the
// missing symbol, instead of a crash at run time.
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
