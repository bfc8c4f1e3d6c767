// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code compiled with -fsanitize=undefined -fsanitize-trap=undefined links without a run-time library; the
// log names the source line of the check that has failed, and what it has found.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O0 -fsanitize=undefined -fsanitize-trap=undefined"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O2 -fsanitize=undefined -fsanitize-trap=all"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
//
// CHECK: sum 6
// CHECK-NEXT: 'add' in process 'test_app' on 'mlx5_0' did not return: illegal instruction 0x0, pc 0x{{[0-9a-f]+}} (add+0x{{[0-9a-f]+}}, device.c:7, Undefined Behavior Sanitizer: signed integer addition overflow in 'sum + 1'), EU 0

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t add(uint64_t value) {
  volatile int sum = (int)value;

  sum = sum + 1;
  return (uint64_t)sum;
}

//--- host.c
#include "host.h"

flexio_func_t add;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result;

  setvbuf(stdout, NULL, _IONBF, 0);
  EXPECT_SUCCESS(flexio_process_call(process, add, &result, (uint64_t)5));
  printf("sum %llu\n", (unsigned long long)result);
  EXPECT(flexio_process_call(process, add, &result, (uint64_t)0x7fffffff) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
