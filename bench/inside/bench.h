/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the host programs of these benchmarks share: a process of the first
 * device, clocks, and the end of a program whose benchmark failed.
 */
#ifndef BENCH_INSIDE_BENCH_H
#define BENCH_INSIDE_BENCH_H

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

extern struct flexio_app *inside_bench_app;

static inline void need(int is_good, const char *what) {
  if (is_good)
    return;
  fprintf(stderr, "%s: error: %s failed\n", program_invocation_short_name,
          what);
  exit(1);
}

static inline double seconds_of(clockid_t clock) {
  struct timespec time;

  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static inline struct flexio_process *create_process(void) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct flexio_process *process = NULL;

  need(devices && devices[0], "ibv_get_device_list");
  flexio_process_create(ibv_open_device(devices[0]), inside_bench_app, NULL,
                        &process);
  need(process != NULL, "flexio_process_create");
  ibv_free_device_list(devices);
  return process;
}

#endif
