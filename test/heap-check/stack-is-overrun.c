// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses below the stack pointer, below the stack of a thread, and above it are reported.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O1 -Wno-return-stack-address"
// RUN: %hostcc_flexio -g -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --check=heap -- %t/host > %t/log 2>&1
// RUN: FileCheck %s < %t/log
//
// CHECK: invalid read of 8 bytes at 0x{{[0-9a-f]+}} (after_return+0x{{[0-9a-f]+}}, device.c:[[#]])
// CHECK-SAME: in the stack of thread 0, below its stack pointer
// CHECK-NEXT: invalid write of 8 bytes at 0x{{[0-9a-f]+}} (down+0x{{[0-9a-f]+}}, device.c:[[#]])
// CHECK-SAME: is 16 bytes below the stack of thread 0
// CHECK-NEXT: invalid write of 8 bytes at 0x{{[0-9a-f]+}} (up+0x{{[0-9a-f]+}}, device.c:[[#]])
// CHECK-SAME: is 0 bytes above the stack of thread 0
// CHECK-NEXT: 3 errors at 3 places

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static uint64_t *local(uint64_t value) __attribute__((noinline));
static uint64_t *local(uint64_t value) {
  volatile uint64_t here[4];
  uint64_t *address;

  here[0] = value;
  __asm__("mv %0, %1" : "=r"(address) : "r"(here));
  return address;
}

__dpa_rpc__ uint64_t after_return(uint64_t value) {
  return *(volatile uint64_t *)local(value);
}

/* Stacks end at multiples of 32 KiB, and have 8184 bytes. */
static uint64_t top_of_stack(void) {
  return ((uint64_t)__builtin_frame_address(0) | 0x7fff) + 1;
}

__dpa_rpc__ uint64_t down(uint64_t bytes) {
  *(volatile uint64_t *)(top_of_stack() - 8184 - bytes) = 1;
  return 0;
}

__dpa_rpc__ uint64_t up(uint64_t bytes) {
  *(volatile uint64_t *)(top_of_stack() + bytes) = 1;
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t after_return, down, up;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result;

  EXPECT_SUCCESS(
      flexio_process_call(process, after_return, &result, (uint64_t)5));
  EXPECT_SUCCESS(flexio_process_call(process, down, &result, (uint64_t)16));
  EXPECT_SUCCESS(flexio_process_call(process, up, &result, (uint64_t)0));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
