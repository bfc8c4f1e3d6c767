/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of core dumps, run by run.py under dpa-run in an empty folder.
 * Fills 64 MiB of device heap, ends the process with an error, and prints the
 * seconds of 'core', its dump, and of 'plain', a write of the same bytes to a
 * file.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

enum { SIZE = 64 << 20 };

extern struct flexio_app *inside_bench_app;
flexio_func_t crash;

static void need(int is_good, const char *what) {
  if (is_good)
    return;
  fprintf(stderr, "core-bench: error: %s failed\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static struct flexio_process *create_process(void) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct flexio_process *process = NULL;

  need(devices && devices[0], "ibv_get_device_list");
  flexio_process_create(ibv_open_device(devices[0]), inside_bench_app, NULL,
                        &process);
  need(process != NULL, "flexio_process_create");
  ibv_free_device_list(devices);
  return process;
}

int main(void) {
  struct flexio_process *process = create_process();
  unsigned char *bytes = malloc(SIZE);
  flexio_uintptr_t buffer = 0;
  double start;
  FILE *plain;

  need(bytes != NULL, "malloc");
  for (size_t i = 0; i < SIZE; i++)
    bytes[i] = (unsigned char)(i * 2654435761u >> 24 | 1);
  need(flexio_copy_from_host(process, bytes, SIZE, &buffer) ==
           FLEXIO_STATUS_SUCCESS,
       "flexio_copy_from_host");
  need(flexio_process_call(process, crash, NULL, (uint64_t)8) ==
           FLEXIO_STATUS_FATAL_ERR,
       "the end of the process");
  start = now();
  need(flexio_coredump_create(process, "bench") == FLEXIO_STATUS_SUCCESS,
       "flexio_coredump_create");
  printf("core %.9f\n", now() - start);
  start = now();
  plain = fopen("bench.plain", "w");
  need(plain && fwrite(bytes, SIZE, 1, plain) == 1 && fclose(plain) == 0,
       "a plain write");
  printf("plain %.9f\n", now() - start);
  return 0;
}
