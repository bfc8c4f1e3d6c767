// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The older functions open, flush and close the default stream and no other; device code may print
// without a stream, before and after.
// PROVES: R-STREAM-15 R-STREAM-17
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say(int number) {
  flexio_dev_print("message %d\n", number);
  return 5;
}

//--- host.c
#include "host.h"

flexio_func_t say;

static void call(struct flexio_process *process, int number) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, say, &result, number));
  EXPECT(result == 5);
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_msg_stream_attr_t attributes = {.data_bsize = 2048};
  pthread_t thread;

  setvbuf(stdout, NULL, _IONBF, 0);
  call(process, 1);
  // CHECK: flexio: error: flexio_log_dev_flush: process 'test_app' on 'mlx5_0': the default stream is not open
  EXPECT_FAILED(flexio_log_dev_flush(process));
  EXPECT_SUCCESS(flexio_log_dev_init(process, &attributes, stdout, &thread));
  // CHECK-NEXT: flexio: error: flexio_log_dev_init: the default stream is already open
  EXPECT_FAILED(flexio_log_dev_init(process, &attributes, stdout, &thread));
  // CHECK-NEXT: {{^}}message 2
  call(process, 2);
  EXPECT_SUCCESS(flexio_log_dev_flush(process));
  EXPECT_SUCCESS(flexio_log_dev_destroy(process));
  call(process, 3);
  for (int i = 0; i < 300; i++) {
    EXPECT_SUCCESS(flexio_log_dev_init(process, &attributes, stdout, NULL));
    EXPECT_SUCCESS(flexio_log_dev_destroy(process));
  }
  EXPECT_SUCCESS(flexio_log_dev_init(process, &attributes, stdout, NULL));
  // CHECK-NEXT: {{^}}message 4
  call(process, 4);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
