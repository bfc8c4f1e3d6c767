/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of core dumps, run by run.py under dpa-run in an empty folder.
 * Fills 64 MiB of device heap, ends the process with an error, and prints the
 * seconds of 'core', its dump, and of 'plain', a write of the same bytes to a
 * file.
 */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "bench.h"

enum { SIZE = 64 << 20 };

flexio_func_t crash;

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
  start = seconds_of(CLOCK_MONOTONIC);
  need(flexio_coredump_create(process, "bench") == FLEXIO_STATUS_SUCCESS,
       "flexio_coredump_create");
  printf("core %.9f\n", seconds_of(CLOCK_MONOTONIC) - start);
  start = seconds_of(CLOCK_MONOTONIC);
  plain = fopen("bench.plain", "w");
  need(plain && fwrite(bytes, SIZE, 1, plain) == 1 && fclose(plain) == 0,
       "a plain write");
  printf("plain %.9f\n", seconds_of(CLOCK_MONOTONIC) - start);
  return 0;
}
