// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-MEM-05
// An uninitialized value of the stack or of a buffer is reported where it decides a branch or is used as
// an address, not where it is copied, with the place where it was created. Bits that do not matter, and
// memory that the host has written, are not reported.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O1 -Wno-uninitialized"
// RUN: %hostcc_flexio -g -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --check=heap -- %t/host > %t/log 2>&1
// RUN: FileCheck %s < %t/log
//
// CHECK-NOT: heap check
// CHECK: begin
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': conditional branch depends on an uninitialized value at 0x{{[0-9a-f]+}} (branch_on_stack+0x{{[0-9a-f]+}}, device.c:[[#STACK:]])
// CHECK-SAME: it was created in the stack frame of 0x{{[0-9a-f]+}} (branch_on_stack+0x0, device.c:[[#]])
// CHECK-NEXT: conditional branch depends on an uninitialized value at 0x{{[0-9a-f]+}} (branch_on_heap+0x{{[0-9a-f]+}}, device.c:[[#]])
// CHECK-SAME: it was created in buffer {{[0-9]+}}, 64 bytes at 0x{{[0-9a-f]+}}, allocated at host.c:[[#]]
// CHECK-NEXT: uninitialized value used as an address at 0x{{[0-9a-f]+}} (address_of_heap+0x{{[0-9a-f]+}}, device.c:[[#]])
// CHECK-SAME: it was created in buffer
// CHECK-NEXT: end
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': 3 errors at 3 places; 0 bytes in 0 buffers were not freed

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static volatile uint64_t sink;

static void use(volatile uint64_t *words) __attribute__((noinline));
static void use(volatile uint64_t *words) { words[0] = 7; }

__dpa_rpc__ uint64_t branch_on_stack(uint64_t which) {
  volatile uint64_t words[4];

  use(words);
  if (words[which])
    sink = 1;
  return 0;
}

__dpa_rpc__ uint64_t branch_on_heap(uint64_t address) {
  if (*(volatile uint8_t *)address > 5)
    sink = 2;
  return 0;
}

static volatile uint64_t table[256];

__dpa_rpc__ uint64_t address_of_heap(uint64_t address) {
  uint8_t index = *(volatile uint8_t *)address;

  return table[index];
}

struct flags {
  uint8_t first : 1, rest : 7;
};

/* Copies, arithmetic, and branches that the undefined bits do not decide. */
__dpa_rpc__ uint64_t no_use(uint64_t address) {
  volatile struct flags *flags = (volatile struct flags *)address;
  volatile uint64_t *copy = (volatile uint64_t *)(address + 8);

  copy[0] = *(volatile uint64_t *)(address + 16) * 3 + 5;
  copy[0] ^= copy[1] << 7;
  flags->first = 1;
  if (flags->first)
    sink = 3;
  if ((*(volatile uint64_t *)address & 1) == 0)
    sink = 4;
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t branch_on_stack, branch_on_heap, address_of_heap, no_use;

static struct flexio_process *process;

static void call(flexio_func_t *function, uint64_t argument) {
  uint64_t result;
  EXPECT_SUCCESS(flexio_process_call(process, function, &result, argument));
}

int main(void) {
  flexio_uintptr_t buffer, defined;

  setvbuf(stdout, NULL, _IONBF, 0);
  process = create_process(open_device());
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 64, &buffer));
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 64, &defined));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 3, 64, defined));
  call(no_use, buffer);
  call(branch_on_stack, 0);
  call(branch_on_heap, defined);
  call(address_of_heap, defined + 63);
  printf("begin\n");
  call(branch_on_stack, 2);
  call(branch_on_heap, buffer + 40);
  call(address_of_heap, buffer + 41);
  printf("end\n");
  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, defined));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
