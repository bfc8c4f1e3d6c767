/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of profiles, run by run.py under dpa-run with and without
 * --profile. Prints the seconds of 'work', a call that computes for about a
 * second.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

extern struct flexio_app *inside_bench_app;
flexio_func_t busy;

static void need(int is_good, const char *what) {
  if (is_good)
    return;
  fprintf(stderr, "profile-bench: error: %s failed\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(void) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct flexio_process *process = NULL;
  uint64_t value = 0;
  double start;

  need(devices && devices[0], "ibv_get_device_list");
  flexio_process_create(ibv_open_device(devices[0]), inside_bench_app, NULL,
                        &process);
  need(process != NULL, "flexio_process_create");
  need(flexio_process_call(process, busy, &value, (uint64_t)1000) ==
           FLEXIO_STATUS_SUCCESS,
       "a first call");
  start = now();
  need(flexio_process_call(process, busy, &value, (uint64_t)2000000) ==
           FLEXIO_STATUS_SUCCESS,
       "the call");
  printf("work %.9f\n", now() - start);
  return 0;
}
