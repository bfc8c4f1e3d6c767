/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of checks, run by run.py under dpa-run: calls work.c with so many
 * rounds and prints the seconds of processor time that it takes.
 */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "bench.h"

flexio_func_t work;

int main(int count, char **arguments) {
  struct flexio_process *process = create_process();
  flexio_uintptr_t buffer = 0;
  uint64_t rounds = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  uint64_t result = 0;
  double start;

  need(flexio_buf_dev_alloc(process, 16384, &buffer) == FLEXIO_STATUS_SUCCESS,
       "flexio_buf_dev_alloc");
  need(flexio_process_call(process, work, &result, buffer, (uint64_t)1) ==
           FLEXIO_STATUS_SUCCESS,
       "a first call");
  start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  need(flexio_process_call(process, work, &result, buffer, rounds) ==
           FLEXIO_STATUS_SUCCESS,
       "the call");
  printf("seconds %.9f\nresult %llu\n",
         seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start,
         (unsigned long long)(result % 1000000));
  need(flexio_buf_dev_free(process, buffer) == FLEXIO_STATUS_SUCCESS,
       "flexio_buf_dev_free");
  need(flexio_process_destroy(process) == FLEXIO_STATUS_SUCCESS,
       "flexio_process_destroy");
  return 0;
}
