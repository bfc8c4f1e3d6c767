/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of checks, run by run.py under dpa-run: calls work.c with so many
 * rounds and prints the seconds of processor time that it takes.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

extern struct flexio_app *inside_bench_app;
flexio_func_t work;

static void need(int is_good, const char *what) {
  if (is_good)
    return;
  fprintf(stderr, "check-bench: error: %s failed\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct flexio_process *process = NULL;
  flexio_uintptr_t buffer = 0;
  uint64_t rounds = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  uint64_t result = 0;
  double start;

  need(devices && devices[0], "ibv_get_device_list");
  need(flexio_process_create(ibv_open_device(devices[0]), inside_bench_app,
                             NULL, &process) == FLEXIO_STATUS_SUCCESS,
       "flexio_process_create");
  ibv_free_device_list(devices);
  need(flexio_buf_dev_alloc(process, 16384, &buffer) == FLEXIO_STATUS_SUCCESS,
       "flexio_buf_dev_alloc");
  need(flexio_process_call(process, work, &result, buffer, (uint64_t)1) ==
           FLEXIO_STATUS_SUCCESS,
       "a first call");
  start = now();
  need(flexio_process_call(process, work, &result, buffer, rounds) ==
           FLEXIO_STATUS_SUCCESS,
       "the call");
  printf("seconds %.9f\nresult %llu\n", now() - start,
         (unsigned long long)(result % 1000000));
  need(flexio_buf_dev_free(process, buffer) == FLEXIO_STATUS_SUCCESS,
       "flexio_buf_dev_free");
  need(flexio_process_destroy(process) == FLEXIO_STATUS_SUCCESS,
       "flexio_process_destroy");
  return 0;
}
