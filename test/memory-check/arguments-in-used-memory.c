// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores of device code to memory that is then freed, still invisible to others, do not overwrite
// the arguments of a later call that are stored in the same memory.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --check=memory --seed=1 -- %t/host
// RUN: dpa-run --check=memory --seed=2 -- %t/host

//--- common.h
#include <stdint.h>

/* Larger than the argument buffers that are kept for reuse: its buffer is allocated from the heap.
 * */
struct many {
  uint64_t numbers[200];
};

//--- device.c
#include "common.h"

#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t scribble(uint64_t address) {
  for (int i = 0; i < 8; i++)
    ((volatile uint64_t *)address)[i] = 1000;
  return 0;
}

__dpa_rpc__ uint64_t add(struct many many) {
  uint64_t sum = 0;

  for (int i = 0; i < 8; i++)
    sum += many.numbers[i];
  return sum;
}

//--- host.c
#include "common.h"
#include "host.h"

flexio_func_t scribble, add;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct many many = {{1, 2, 3, 4, 5, 6, 7, 8}};

  for (int i = 0; i < 20; i++) {
    flexio_uintptr_t buffer = 0;
    uint64_t result = 0;

    EXPECT_SUCCESS(flexio_buf_dev_alloc(process, sizeof many, &buffer));
    EXPECT_SUCCESS(flexio_process_call(process, scribble, &result, buffer));
    EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
    EXPECT_SUCCESS(flexio_process_call(process, add, &result, many));
    EXPECT(result == 36);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
