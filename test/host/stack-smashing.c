// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code compiled with -fstack-protector-strong links; a function that has written beyond a local array
// ends the process, and the log says so with the place of the function.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O0 -fstack-protector-strong"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O2 -fstack-protector-all"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
//
// CHECK: byte 51
// CHECK-NEXT: process: 'test_app' on 'mlx5_0': stack smashing detected: a function has written beyond its local variables
// CHECK-NEXT: 'copy_text' in process 'test_app' on 'mlx5_0' did not return: the program aborted
// CHECK-SAME: called from 0x{{[0-9a-f]+}} (__stack_chk_fail+0x{{[0-9a-f]+}}), called from 0x{{[0-9a-f]+}} (copy_text+0x{{[0-9a-f]+}}, {{.*}}device.c:

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static const char text[] = "0123456789012345678901234567890123456789";

static void copy(volatile char *to, uint64_t size) __attribute__((noinline));
static void copy(volatile char *to, uint64_t size) {
  for (uint64_t i = 0; i < size; i++)
    to[i] = text[i];
}

__dpa_rpc__ uint64_t copy_text(uint64_t size) {
  volatile char bytes[16];

  copy(bytes, size);
  return (uint64_t)bytes[3];
}

//--- host.c
#include "host.h"

flexio_func_t copy_text;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result;

  setvbuf(stdout, NULL, _IONBF, 0);
  EXPECT_SUCCESS(
      flexio_process_call(process, copy_text, &result, (uint64_t)16));
  printf("byte %llu\n", (unsigned long long)result);
  EXPECT(flexio_process_call(process, copy_text, &result, (uint64_t)28) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT(flexio_err_status_get(process) == 0x44);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
