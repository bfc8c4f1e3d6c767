// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks of a command queue run in the background, each exactly once and with its argument, be they
// __dpa_global__ or __dpa_rpc__ functions, added before or after the queue runs; the queue is empty
// when the last task has been performed.
// PROVES: R-CMDQ-01 R-CMDQ-02 R-CMDQ-03 R-CMDQ-04
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_EUS=1 DPA_ENGINE=interp dpa-run -- %t/host
// RUN: env DPA_THREADS=1 dpa-run -- %t/host
// RUN: env DPA_SEED=7 DPA_RECORD=%t/run.rec dpa-run -- %t/host
// RUN: env DPA_REPLAY=%t/run.rec dpa-run -- %t/host
// RUN: env DPA_SEED=0 DPA_QUANTUM=10 DPA_ENGINE=interp dpa-run -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static uint64_t times[1000];
static uint64_t all_args = ~UINT64_C(0);

__dpa_global__ void count(uint64_t which) {
  __atomic_add_fetch(&times[which], 1, __ATOMIC_RELAXED);
}

__dpa_rpc__ uint64_t count_by_rpc(uint64_t which) {
  __atomic_add_fetch(&times[which], 1, __ATOMIC_RELAXED);
  return 12345;
}

/* Receives the same value as from a call. */
__dpa_rpc__ uint64_t count_by_int(int which) {
  __atomic_add_fetch(&times[-which], 1, __ATOMIC_RELAXED);
  return 0;
}

__dpa_global__ void keep(uint64_t argument) { all_args &= argument; }

__dpa_rpc__ uint64_t get_kept(void) { return all_args; }
__dpa_rpc__ uint64_t get_times(uint32_t which) { return times[which]; }

//--- host.c
#include "host.h"

flexio_func_t count, count_by_rpc, count_by_int, keep, get_kept, get_times;

enum { TASKS = 300 };

/* As public programs have it: the function is a parameter by value. */
static void add(struct flexio_cmdq *queue, flexio_func_t function,
                uint64_t argument) {
  EXPECT_SUCCESS(flexio_cmdq_task_add(queue, function, argument));
}

static void add_all(struct flexio_cmdq *queue) {
  uint64_t i;

  for (i = 0; i < TASKS; i++)
    add(queue, i % 2 ? count : count_by_rpc, i);
  for (i = TASKS; i < 2 * TASKS; i++)
    add(queue, count_by_int, (uint64_t)-(int64_t)i);
}

static void expect_times(struct flexio_process *process, uint64_t expected) {
  uint64_t result;
  uint32_t i;

  for (i = 0; i < 2 * TASKS; i++) {
    EXPECT_SUCCESS(flexio_process_call(process, get_times, &result, i));
    EXPECT(result == expected);
  }
}

static void wait_until_empty(struct flexio_cmdq *queue) {
  int is_empty;

  while ((is_empty = flexio_cmdq_is_empty(queue)) == 0)
    ;
  EXPECT(is_empty == 1);
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_cmdq_attr attributes = {
      .workers = 5, .batch_size = 3, .state = FLEXIO_CMDQ_STATE_PENDING};
  struct flexio_cmdq *queue = NULL;
  uint64_t kept = 0;

  EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
  EXPECT(flexio_cmdq_is_empty(queue) == 1);
  add_all(queue);
  EXPECT(flexio_cmdq_is_empty(queue) == 0);
  expect_times(process, 0);
  EXPECT(flexio_cmdq_is_empty(queue) == 0);
  EXPECT_SUCCESS(flexio_cmdq_state_running(queue));
  wait_until_empty(queue);
  expect_times(process, 1);
  EXPECT_SUCCESS(flexio_cmdq_state_running(queue));
  add_all(queue);
  wait_until_empty(queue);
  expect_times(process, 2);
  add(queue, keep, UINT64_C(0xfedcba9876543210));
  wait_until_empty(queue);
  EXPECT_SUCCESS(flexio_process_call(process, get_kept, &kept));
  EXPECT(kept == UINT64_C(0xfedcba9876543210));
  EXPECT_SUCCESS(flexio_cmdq_destroy(queue));

  attributes.state = FLEXIO_CMDQ_STATE_RUNNING;
  EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
  add_all(queue);
  wait_until_empty(queue);
  expect_times(process, 3);
  EXPECT_SUCCESS(flexio_cmdq_destroy(queue));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
