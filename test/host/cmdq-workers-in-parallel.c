// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Workers run on execution units of their own at the same time: as many tasks as there are workers
// meet at a barrier, though one activation could take them all. A task that ends its thread counts
// as performed. Of many tasks added by several host threads at once, each runs exactly once.
// PROVES: R-CMDQ-05
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_THREADS=1 DPA_ENGINE=interp dpa-run -- %t/host
// RUN: env DPA_SEED=5 DPA_RECORD=%t/run.rec dpa-run -- %t/host
// RUN: env DPA_REPLAY=%t/run.rec dpa-run -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>

enum { WORKERS = 8 };

static uint32_t arrived, left, threads_seen;
static uint32_t times[4 * 500];

__dpa_global__ void meet(uint64_t argument) {
  struct flexio_dev_thread_ctx *context;

  (void)argument;
  flexio_dev_get_thread_ctx(&context);
  __atomic_or_fetch(&threads_seen,
                    1u << (flexio_dev_get_thread_id(context) % 32),
                    __ATOMIC_RELAXED);
  __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) % WORKERS != 0 &&
         __atomic_load_n(&left, __ATOMIC_SEQ_CST) == 0)
    ;
  __atomic_add_fetch(&left, 1, __ATOMIC_SEQ_CST);
}

__dpa_rpc__ uint64_t get_left(void) { return left; }
__dpa_rpc__ uint64_t get_threads(void) {
  return (uint64_t)__builtin_popcount(threads_seen);
}

__dpa_global__ void count(uint64_t which) {
  __atomic_add_fetch(&times[which], 1, __ATOMIC_RELAXED);
  switch (which % 4) {
  case 0:
    flexio_dev_thread_finish();
    break;
  case 1:
    flexio_dev_thread_reschedule();
    break;
  case 2:
    flexio_dev_thread_retrigger();
    break;
  }
}

__dpa_rpc__ uint64_t get_times(uint32_t which) { return times[which]; }

//--- host.c
#include "host.h"

#include <pthread.h>

flexio_func_t meet, get_left, get_threads, count, get_times;

enum { WORKERS = 8, ADDERS = 4, TASKS = 500 };

static struct flexio_cmdq *queue;

static void *add_some(void *argument) {
  uint64_t first = *(uint64_t *)argument;
  uint64_t i;

  for (i = first; i < first + TASKS; i++)
    EXPECT_SUCCESS(flexio_cmdq_task_add(queue, count, i));
  return NULL;
}

static void wait_until_empty(void) {
  int is_empty;

  while ((is_empty = flexio_cmdq_is_empty(queue)) == 0)
    ;
  EXPECT(is_empty == 1);
}

static uint64_t get(struct flexio_process *process, flexio_func_t *function) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &result));
  return result;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_cmdq_attr attributes = {.workers = WORKERS,
                                        .batch_size = 100,
                                        .state = FLEXIO_CMDQ_STATE_RUNNING};
  pthread_t threads[ADDERS];
  uint64_t first[ADDERS];
  uint64_t result;
  uint32_t i;

  EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
  for (i = 0; i < WORKERS; i++)
    EXPECT_SUCCESS(flexio_cmdq_task_add(queue, meet, 0));
  wait_until_empty();
  EXPECT(get(process, get_left) == WORKERS);
  EXPECT(get(process, get_threads) == WORKERS);

  for (i = 0; i < ADDERS; i++) {
    first[i] = i * TASKS;
    EXPECT(pthread_create(&threads[i], NULL, add_some, &first[i]) == 0);
  }
  for (i = 0; i < ADDERS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  wait_until_empty();
  for (i = 0; i < ADDERS * TASKS; i++) {
    EXPECT_SUCCESS(flexio_process_call(process, get_times, &result, i));
    EXPECT(result == 1);
  }
  EXPECT_SUCCESS(flexio_cmdq_destroy(queue));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
