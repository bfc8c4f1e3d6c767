// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stack of a size known only at run time is reported on request.
// DIAGNOSTIC: StackDynamic
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-O2 -g -Wdpa-stack-dynamic" 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-O2 -Werror=dpa" 2>&1 | count 0
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-Wdpa-stack-dynamic -Wno-dpa" 2>&1 | count 0
// RUN: not dpacc %s -o %t.b -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options=-Werror=dpa-stack-dynamic 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: dpacc: error: {{.*}}: function 'sum' allocates stack of a size {{.*}} [-Werror=dpa-stack-dynamic]

__attribute__((noinline)) static int sum(unsigned n) {
  // CHECK: dpacc: warning: {{.*}}stack-dynamic.c:[[#@LINE+1]]: function 'sum' allocates stack of a size known only at run time, besides {{[0-9]+}} of the 8184 bytes [-Wdpa-stack-dynamic]
  volatile int numbers[n];
  numbers[n / 2] = 1;
  return numbers[n - 1];
}
// CHECK-NEXT: dpacc: note: called by: start -> sum

__dpa_rpc__ unsigned long start(unsigned long n) {
  return (unsigned long)sum((unsigned)n) + 1;
}
