// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that finishes its own process has status 0x40, and its error descriptor is not raised;
// one that finishes only its thread returns no value, and the process continues.
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 -disable-asm-checks %S/Inputs/crash-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "host.h"

flexio_func_t add, finish_process, finish_thread;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result = 77;

  // CHECK: flexio: error: flexio_process_call: 'finish_thread' in process 'test_app' on 'mlx5_0' finished its thread instead of returning a value
  EXPECT_FAILED(flexio_process_call(process, finish_thread, &result));
  EXPECT(result == 77 && flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(
      flexio_process_call(process, add, &result, UINT64_C(1), UINT64_C(2)));
  EXPECT(result == 3);
  // CHECK-NEXT: flexio: error: flexio_process_call: 'finish_process' in process 'test_app' on 'mlx5_0' did not return: the program finished its process
  EXPECT(flexio_process_call(process, finish_process, &result) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT(flexio_err_status_get(process) == 0x40);
  EXPECT(!is_readable(flexio_err_handler_fd(process)));
  // CHECK-NEXT: 'add': process 'test_app' on 'mlx5_0' is dead: the program finished its process
  EXPECT(flexio_process_call(process, add, &result, UINT64_C(1), UINT64_C(2)) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
