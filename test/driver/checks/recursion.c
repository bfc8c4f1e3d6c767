// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that call themselves, directly or through others, are reported. Calls that need no
// stack, and those inside the C library, are not.
// DIAGNOSTIC: Recursion
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3,nv-dpa-cx8 -hostcc=gcc -devicecc-options="-O1 -g" 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-O1 -Wno-dpa-recursion" 2>&1 | count 0
// RUN: not dpacc %s -o %t.b -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options=-O1,-Werror=dpa-recursion 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: dpacc: error: {{.*}}: function 'ackermann' is recursive; {{.*}} [-Werror=dpa-recursion]
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

// CHECK-DAG: dpacc: warning: {{.*}}recursion.c:[[#@LINE+1]]: function 'ackermann' is recursive; each call takes [[#]] of the 8184 bytes of stack [-Wdpa-recursion]
NOINLINE static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

NOINLINE static unsigned odd(unsigned n, volatile unsigned *depth);

// CHECK-DAG: dpacc: note: call cycle: {{even -> odd -> even|odd -> even -> odd}}
NOINLINE static unsigned even(unsigned n, volatile unsigned *depth) {
  return n == 0 ? *depth : odd(n - 1, depth) + 1;
}

NOINLINE static unsigned odd(unsigned n, volatile unsigned *depth) {
  return n == 0 ? 0 : even(n - 1, depth) + 3;
}

NOINLINE static unsigned pong(unsigned n, volatile unsigned *out);

NOINLINE static unsigned ping(unsigned n, volatile unsigned *out) {
  *out = n;
  return n == 0 ? 1 : pong(n - 1, out);
}

NOINLINE static unsigned pong(unsigned n, volatile unsigned *out) {
  *out = n + 1;
  return n == 0 ? 2 : ping(n - 2, out);
}

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

__dpa_rpc__ unsigned long start(unsigned long n) {
  volatile unsigned depth = 0;
  int numbers[4] = {3, (int)n, 2, 1};
  qsort(numbers, 4, sizeof numbers[0], compare);
  return ackermann(2, (unsigned)n) + even((unsigned)n, &depth) +
         ping((unsigned)n, &depth) + (unsigned)numbers[0];
}
