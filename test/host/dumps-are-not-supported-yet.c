// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Core dumps and crash reports are not supported yet: the calls fail with an error and leave no
// file.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: cd %t && dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: flexio: error: flexio_coredump_create: process 'test_app' on 'mlx5_0': core dumps are not supported yet
// CHECK-NEXT: flexio: error: flexio_crash_data: process 'test_app' on 'mlx5_0': crash reports are not supported yet
// CHECK-NEXT: flexio: error: flexio_crash_data: the process is NULL
// CHECK-NOT: {{.}}
// RUN: not ls %t/dump* %t/flexio_dev*

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
#include "host.h"

int main(void) {
  struct flexio_process *process = create_process(open_device());

  EXPECT_FAILED(flexio_coredump_create(process, "dump"));
  EXPECT_FAILED(flexio_crash_data(process, NULL));
  EXPECT_FAILED(flexio_crash_data(NULL, NULL));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
