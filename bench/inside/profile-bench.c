/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of profiles, run by run.py under dpa-run with and without
 * --profile. Prints the seconds of 'work', a call that computes for about a
 * second.
 */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "bench.h"

flexio_func_t busy;

int main(void) {
  struct flexio_process *process = create_process();
  uint64_t value = 0;
  double start;

  need(flexio_process_call(process, busy, &value, (uint64_t)1000) ==
           FLEXIO_STATUS_SUCCESS,
       "a first call");
  start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  need(flexio_process_call(process, busy, &value, (uint64_t)2000000) ==
           FLEXIO_STATUS_SUCCESS,
       "the call");
  printf("work %.9f\n", seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start);
  return 0;
}
