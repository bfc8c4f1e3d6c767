// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two device programs in one host program, side by side: each has its own functions, and a function
// of the other is rejected by name.
// PROVES: R-CC-20
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/first.c -o %t/first.a -app-name=test_app
// RUN: %dpacc_bf3 %t/second.c -o %t/second.a -app-name=second_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/first.a %t/second.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- first.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t add(uint64_t a, uint64_t b) { return a + b; }

//--- second.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t multiply(uint64_t a, uint64_t b) { return a * b; }

//--- host.c
#include "host.h"

extern struct flexio_app *second_app;
flexio_func_t add, multiply;

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *first = create_process(context);
  struct flexio_process *second;
  uint64_t result;

  EXPECT_SUCCESS(flexio_process_create(context, second_app, NULL, &second));
  EXPECT_SUCCESS(
      flexio_process_call(first, add, &result, UINT64_C(6), UINT64_C(7)));
  EXPECT(result == 13);
  EXPECT_SUCCESS(
      flexio_process_call(second, multiply, &result, UINT64_C(6), UINT64_C(7)));
  EXPECT(result == 42);
  // CHECK: flexio: error: flexio_process_call: process 'test_app' on 'mlx5_0': app 'test_app' has no function with 'multiply', which is of app 'second_app'
  EXPECT_FAILED(
      flexio_process_call(first, multiply, &result, UINT64_C(6), UINT64_C(7)));
  EXPECT_SUCCESS(flexio_process_destroy(first));
  EXPECT_SUCCESS(flexio_process_destroy(second));
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
