/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of breakpoints, run by run.py with dpa-run, with and
 * without a debugger. Prints the seconds of processor time of 'work', a call.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

enum { ROUNDS = 400000 };

extern struct flexio_app *inside_bench_app;
flexio_func_t work;

static void need(int is_good, const char *what) {
  if (is_good)
    return;
  fprintf(stderr, "breakpoint-bench: error: %s failed\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void call(struct flexio_process *process, uint64_t rounds) {
  uint64_t result = 0;

  need(flexio_process_call(process, work, &result, rounds) ==
           FLEXIO_STATUS_SUCCESS,
       "flexio_process_call");
}

int main(void) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct flexio_process *process = NULL;
  double start;

  need(devices && devices[0], "ibv_get_device_list");
  flexio_process_create(ibv_open_device(devices[0]), inside_bench_app, NULL,
                        &process);
  need(process != NULL, "flexio_process_create");
  call(process, 1000); /* translated now */
  start = now();
  call(process, ROUNDS);
  printf("work %.6f\n", now() - start);
  need(flexio_process_destroy(process) == FLEXIO_STATUS_SUCCESS,
       "flexio_process_destroy");
  return 0;
}
