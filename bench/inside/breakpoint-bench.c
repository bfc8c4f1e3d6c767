/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of breakpoints, run by run.py with dpa-run, with and
 * without a debugger. Prints the seconds of processor time of 'work', a call.
 */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "bench.h"

enum { ROUNDS = 400000 };

flexio_func_t work;

static void call(struct flexio_process *process, uint64_t rounds) {
  uint64_t result = 0;

  need(flexio_process_call(process, work, &result, rounds) ==
           FLEXIO_STATUS_SUCCESS,
       "flexio_process_call");
}

int main(void) {
  struct flexio_process *process = create_process();
  double start;

  call(process, 1000); /* translated now */
  start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  call(process, ROUNDS);
  printf("work %.6f\n", seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start);
  need(flexio_process_destroy(process) == FLEXIO_STATUS_SUCCESS,
       "flexio_process_destroy");
  return 0;
}
