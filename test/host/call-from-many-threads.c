// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many host threads call two processes at the same time while a third process is created and
// destroyed: every call has its own arguments and its own result.
// PROVES: R-GEN-07
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static uint64_t calls;

__dpa_rpc__ uint64_t mix(uint64_t a, uint64_t b) {
  __atomic_fetch_add(&calls, 1, __ATOMIC_SEQ_CST);
  return a * 3 + b;
}

__dpa_rpc__ uint64_t how_often(void) { return calls; }

//--- host.c
#include "host.h"

enum { THREADS = 8, CALLS = 300 };

flexio_func_t mix, how_often;

struct work {
  struct flexio_process *process;
  uint64_t seed;
};

static void *run(void *argument) {
  struct work *work = argument;

  for (uint64_t i = 0; i < CALLS; i++) {
    uint64_t result = 0;
    EXPECT_SUCCESS(
        flexio_process_call(work->process, mix, &result, work->seed + i, i));
    EXPECT(result == (work->seed + i) * 3 + i);
  }
  return NULL;
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *processes[2] = {create_process(context),
                                         create_process(context)};
  struct work work[THREADS];
  pthread_t threads[THREADS];

  for (int i = 0; i < THREADS; i++) {
    work[i] = (struct work){processes[i % 2], (uint64_t)i << 32};
    EXPECT(pthread_create(&threads[i], NULL, run, &work[i]) == 0);
  }
  for (int i = 0; i < 20; i++) {
    struct flexio_process *passing = create_process(context);
    uint64_t result = 0;
    EXPECT_SUCCESS(
        flexio_process_call(passing, mix, &result, UINT64_C(1), UINT64_C(1)));
    EXPECT(result == 4);
    EXPECT_SUCCESS(flexio_process_destroy(passing));
  }
  for (int i = 0; i < THREADS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  for (int i = 0; i < 2; i++) {
    uint64_t result = 0;
    EXPECT_SUCCESS(flexio_process_call(processes[i], how_often, &result));
    EXPECT(result == THREADS / 2 * CALLS);
    EXPECT_SUCCESS(flexio_process_destroy(processes[i]));
  }
  return 0;
}
