// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program continues when a debugger disconnects while the process is stopped, sends garbage, or never reads. A process that
// waits for gdb keeps waiting when another kind of client connects.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/../host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: python3 %S/Inputs/misbehave.py vanish dpa-run -- %t/host | FileCheck %s
// RUN: python3 %S/Inputs/misbehave.py garbage dpa-run -- %t/host | FileCheck %s
// RUN: python3 %S/Inputs/misbehave.py flood dpa-run -- %t/host | FileCheck %s
// CHECK: the program continues
// CHECK-NEXT: status 0

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t echo(uint64_t value) { return value; }

//--- host.c
#include "host.h"

flexio_func_t echo;

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, echo, &result, UINT64_C(8)));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_close_device(context) == 0);
  printf("the program continues\n");
  return 0;
}
