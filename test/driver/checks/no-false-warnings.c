// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ordinary programs get no warning: messages, formatting, the C library, 64-bit division, assembly
// of the SDK's headers.
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3,nv-dpa-cx8 -hostcc=gcc -devicecc-options="-O0 -Wall -Werror=dpa" 2>&1 | count 0
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3,nv-dpa-cx8 -hostcc=gcc -devicecc-options="-O2 -g -Werror=dpa" 2>&1 | count 0
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3,nv-dpa-cx8 -hostcc=gcc -devicecc-options="-Oz -msave-restore -Werror=dpa" 2>&1 | count 0
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3,nv-dpa-cx8 -hostcc=gcc -flto -devicecc-options="-O2 -Werror=dpa" 2>&1 | count 0
// RUN: dpacc %src/samples/rpc/device/*.c -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API -Werror=dpa" 2>&1 | count 0
#define FLEXIO_DEV_ALLOW_EXPERIMENTAL_API
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

__dpa_rpc__ uint64_t start(uint64_t n, uint64_t m) {
  char text[2000];
  int numbers[100];
  for (unsigned i = 0; i < 100; i++)
    numbers[i] = (int)(n >> i % 32);
  qsort(numbers, 100, sizeof numbers[0], compare);
  snprintf(text, sizeof text, "%d %s", numbers[0], strstr("abc", "c"));
  flexio_dev_print("%s", text);
  __dpa_thread_memory_writeback();
  return strtoul(text, NULL, 0) + n / m + __dpa_thread_cycles();
}
