// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls with a NULL, a destroyed process or an unknown function fail with a status and a line in
// the log.
// PROVES: R-RPC-05
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
#include "host.h"

flexio_func_t one;

static void not_a_stub(void) {}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result = 77;

  // CHECK: flexio: error: flexio_process_call: the process is NULL
  EXPECT_FAILED(flexio_process_call(NULL, one, &result));
  // CHECK-NEXT: flexio: error: flexio_process_call: process 'test_app' on 'mlx5_0': the function is NULL
  EXPECT_FAILED(flexio_process_call(process, NULL, &result));
  // CHECK-NEXT: flexio: error: flexio_process_call: process 'test_app' on 'mlx5_0': app 'test_app' has no function with the host stub 0x
  EXPECT_FAILED(flexio_process_call(process, not_a_stub, &result));
  EXPECT(result == 77);
  EXPECT_SUCCESS(flexio_process_call(process, one, &result));
  EXPECT(result == 1);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NEXT: flexio: error: flexio_process_call: 0x{{[0-9a-f]+}} is not a live process handle
  EXPECT_FAILED(flexio_process_call(process, one, &result));
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
