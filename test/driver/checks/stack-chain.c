// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Frames that fit alone but not together are reported, with the calls that cannot be counted.
// DIAGNOSTIC: StackChain
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-O2 -g" 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-O2 -Wno-dpa-stack-chain" 2>&1 | count 0
// RUN: not dpacc %s -o %t.b -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options=-Werror=dpa 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: dpacc: error: {{.*}}: entry point 'deep' needs at least {{.*}} [-Werror=dpa-stack-chain]
#define NOINLINE __attribute__((noinline))

NOINLINE static int inner(unsigned n) {
  volatile char bytes[4000];
  bytes[n] = 1;
  return bytes[n / 2];
}

NOINLINE static int outer(unsigned n, int (*visit)(unsigned)) {
  volatile char bytes[4500];
  bytes[n] = 1;
  return inner(n) + visit(n) + bytes[n / 2];
}

NOINLINE int leaf(unsigned n) { return (int)n; }
int (*volatile visitor)(unsigned) = leaf;

// CHECK: dpacc: warning: {{.*}}stack-chain.c:[[#@LINE+1]]: entry point 'deep' needs at least 8[[#]] bytes of stack with all its calls, more than the 8184 available [-Wdpa-stack-chain]
__dpa_rpc__ unsigned long deep(unsigned long n) {
  return (unsigned long)outer((unsigned)n, visitor) + 1;
}
// CHECK-NEXT: dpacc: note: deepest call chain: argument stub {{[0-9]+}} -> deep {{[0-9]+}} -> outer 45{{[0-9]+}} -> inner 40{{[0-9]+}} bytes
// CHECK-NEXT: dpacc: note: not counted: calls of 'outer' through a pointer

__dpa_rpc__ unsigned long shallow(unsigned long n) {
  return (unsigned long)inner((unsigned)n) + 1;
}
