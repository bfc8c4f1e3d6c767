// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fault in code that has run so often that it is translated is reported as by the interpreter: pc
// with the nearest symbol, also one that is not exported, the caller, cause, address, execution
// unit and thread.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app -devicecc-options=-O2
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_ENGINE=interp dpa-run -- %t/host 2> %t/interp.txt
// RUN: FileCheck --input-file=%t/interp.txt %s
// RUN: env DPA_ENGINE=jit dpa-run -- %t/host 2>&1 | diff %t/interp.txt -
// CHECK: 'walk' in process 'test_app' on 'mlx5_0' did not return: load access fault at address 0x8,
// CHECK-SAME: pc 0x4{{[0-9a-f]+}} (last_of+0x{{[0-9a-f]+}}), called from 0x4{{[0-9a-f]+}} (walk+0x{{[0-9a-f]+}}),
// CHECK-SAME: EU 0, thread 0

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

struct link {
  uint64_t value;
  struct link *next;
};

static struct link ring[2] = {{1, &ring[1]}, {2, &ring[0]}};

/* Walks round the ring; in the last step the next link is null. */
static __attribute__((noinline)) uint64_t last_of(struct link *volatile *start,
                                                  uint64_t steps) {
  struct link *link = *start;

  for (uint64_t i = 0; i < steps; i++) {
    if (i == steps - 1)
      link = 0;
    __asm__ volatile("" : "+r"(link));
    link = link->next;
  }
  return link->value;
}

__dpa_rpc__ uint64_t walk(uint64_t steps) {
  struct link *volatile start = &ring[0];

  return last_of(&start, steps) + 1;
}

//--- host.c
#include "host.h"

flexio_func_t walk;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result;

  EXPECT(flexio_process_call(process, walk, &result, UINT64_C(1000000)) ==
         FLEXIO_STATUS_FATAL_ERR);
  return EXIT_SUCCESS;
}
