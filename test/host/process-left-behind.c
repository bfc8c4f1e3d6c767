// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program may end without destroying anything: its exit status is not changed, and all messages
// are printed.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: sh -c 'dpa-run -- %t/host > %t/out; test $? = 7'
// RUN: FileCheck %s --input-file=%t/out

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say(uint64_t number) {
  flexio_dev_print("number %lu\n", (unsigned long)number);
  return number;
}

//--- host.c
#include "host.h"

flexio_func_t say;

int main(void) {
  struct flexio_process *process = create_process(open_device());

  create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);
  for (uint64_t i = 0; i < 3; i++)
    EXPECT_SUCCESS(flexio_process_call(process, say, NULL, i));
  return 7;
}
// CHECK: {{^}}number 0
// CHECK-NEXT: number 1
// CHECK-NEXT: number 2
