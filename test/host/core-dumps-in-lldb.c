// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lldb shows functions, arguments, lines and variables of a core dump.
// REQUIRES: lldb-22
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-g -O0" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpacc-extract %t/host -o %t/image.elf
// RUN: dpa-run --coredump=%t -- %t/host
// RUN: lldb-22 --no-lldbinit -b %t/image.elf -c %t/host.*.mlx5_0.1.core -o "bt all" -o "frame variable" 2>&1 | FileCheck %s
// CHECK: stop reason = signal SIGSEGV
// CHECK: frame #0: {{.*}}store_at(address=8) at device.c:5
// CHECK: frame #1: {{.*}}call(address=8) at device.c:9
// CHECK: number = 41

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>
static void store_at(uint64_t address) {
  uint64_t number = address + 33;
  *(volatile uint64_t *)address = number;
}

__dpa_rpc__ uint64_t call(uint64_t address) {
  store_at(address);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t call;

int main(void) {
  struct flexio_process *process = create_process(open_device());

  EXPECT(flexio_process_call(process, call, NULL, (uint64_t)8) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
