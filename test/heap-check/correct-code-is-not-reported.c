// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the C library, the firmware, the host and copies through windows do is right: nothing is reported
// for string functions, formatted messages, jumps out of functions, arrays of variable size, thread-local
// variables, atomic operations, arguments, and structures with padding that are copied.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o O0.a -app-name=test_app -devicecc-options="-g -O0"
// RUN: cd %t && %dpacc_bf3 device.c -o O2.a -app-name=test_app -devicecc-options="-g -O2"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/O0.a %flexio_libs -o %t/O0
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/O2.a %flexio_libs -o %t/O2
// RUN: dpa-run --check=heap -- %t/O0 2>&1 | FileCheck %s
// RUN: dpa-run --check=heap -- %t/O2 2>&1 | FileCheck %s
// RUN: dpa-run --check=heap --seed=3 --log=info -- %t/O2 2>&1 | FileCheck --check-prefix=INFO %s
// CHECK-NOT: heap check
// CHECK: <a message of 12>
// CHECK-NEXT: result 7
// CHECK-NOT: heap check
// INFO: heap check: process 'test_app' on 'mlx5_0': 0 errors at 0 places; 0 bytes in 0 buffers were not freed

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct padded {
  uint8_t first;
  uint64_t second;
};

static _Thread_local uint64_t calls;
static jmp_buf place;

static void leave(unsigned depth) __attribute__((noinline));
static void leave(unsigned depth) {
  volatile uint8_t local[64];

  local[depth] = 1;
  if (depth == 0)
    longjmp(place, 1);
  leave(depth - local[depth]);
}

static uint64_t sum_of(unsigned count) __attribute__((noinline));
static uint64_t sum_of(unsigned count) {
  uint32_t numbers[count];
  uint64_t sum = 0;

  for (unsigned i = 0; i < count; i++)
    numbers[i] = i;
  for (unsigned i = 0; i < count; i++)
    sum += numbers[i];
  return sum;
}

__dpa_rpc__ uint64_t use(uint64_t address, uint32_t narrow, uint8_t byte) {
  char *buffer = (char *)address;
  struct padded one = {1, 2}, *copies = (struct padded *)(address + 64);
  char text[40];
  uint64_t failures = 0;

  snprintf(text, sizeof text, "a message of %d", 12);
  strcpy(buffer, text);
  failures += strlen(buffer) != 15 || strcmp(buffer, text) != 0;
  failures += memchr(buffer, 'z', 15) != NULL;
  flexio_dev_print("<%s>\n", buffer);
  copies[0] = one;
  copies[1] = copies[0];
  failures += copies[1].second != 2 || narrow != 5 || byte != 3;
  if (setjmp(place) == 0)
    leave(5);
  failures += sum_of(9) != 36 || ++calls != 1;
  *(uint64_t *)(address + 120) = 0;
  failures +=
      __atomic_fetch_add((uint64_t *)(address + 120), 4, __ATOMIC_SEQ_CST) != 0;
  failures += __atomic_exchange_n((uint32_t *)(address + 120), 6,
                                  __ATOMIC_SEQ_CST) != 4;
  failures += !__sync_bool_compare_and_swap((uint32_t *)(address + 120), 6, 7);
  return failures ? 0 : *(uint32_t *)(address + 120);
}

//--- host.c
#include "host.h"

flexio_func_t use;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_msg_stream_attr_t attr = {.data_bsize = 4096,
                                   .sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_SYNC,
                                   .level = FLEXIO_MSG_DEV_INFO};
  struct flexio_msg_stream *stream;
  flexio_uintptr_t buffer;
  uint64_t result;

  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &attr, stdout, NULL, &stream));
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 128, &buffer));
  EXPECT_SUCCESS(flexio_process_call(process, use, &result, (uint64_t)buffer,
                                     (uint32_t)5, (uint8_t)3));
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
  printf("result %llu\n", (unsigned long long)result);
  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
