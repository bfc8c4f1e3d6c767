/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calls race() on two execution units at the same time; prints "lost N", the
 * additions that are not in the counter. Exit status 1 after an error.
 *
 * usage: races-bench ADDITIONS LOOPS
 */
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { UNITS = 2 };

extern struct flexio_app *races_bench_app;
flexio_func_t race, sum;

static struct flexio_process *process;
static uint64_t additions, loops;

static void check(int is_fine, const char *what) {
  if (is_fine)
    return;
  fprintf(stderr, "races-bench: error: %s\n", what);
  exit(1);
}

static void *call(void *unused) {
  uint64_t result;

  (void)unused;
  check(flexio_process_call(process, race, &result, additions, loops) ==
            FLEXIO_STATUS_SUCCESS,
        "a call failed");
  return NULL;
}

int main(int argc, char **argv) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context;
  pthread_t threads[UNITS];
  uint64_t counter;

  check(argc == 3, "usage: races-bench ADDITIONS LOOPS");
  additions = strtoull(argv[1], NULL, 10);
  loops = strtoull(argv[2], NULL, 10);
  check(list && list[0], "no device");
  context = ibv_open_device(list[0]);
  check(context && flexio_process_create(context, races_bench_app, NULL,
                                         &process) == FLEXIO_STATUS_SUCCESS,
        "no process");
  for (int i = 0; i < UNITS; i++)
    check(pthread_create(&threads[i], NULL, call, NULL) == 0, "no thread");
  for (int i = 0; i < UNITS; i++)
    pthread_join(threads[i], NULL);
  check(flexio_process_call(process, sum, &counter, UINT64_C(0)) ==
            FLEXIO_STATUS_SUCCESS,
        "a call failed");
  printf("lost %llu\n", (unsigned long long)(UNITS * additions - counter));
  flexio_process_destroy(process);
  ibv_close_device(context);
  ibv_free_device_list(list);
  return 0;
}
