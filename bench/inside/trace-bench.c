/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of timelines, run by run.py under dpa-run with and without --trace.
 * Device code rings a doorbell again and again, with some work in between, as
 * programs have. Prints the nanoseconds of processor time that a doorbell with
 * its work takes on the thread of the call, which runs the device code.
 */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "bench.h"

enum { DOORBELLS = 200000, PAUSE = 300 };

flexio_func_t arm;

/* Nothing completes there, so that arming it does nothing else. */
static uint32_t create_queue(struct flexio_process *process) {
  struct flexio_cq_attr attributes = {
      .log_cq_depth = 4,
      .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(process))};
  struct flexio_cq *queue = NULL;

  flexio_buf_dev_alloc(process, 64 << 4, &attributes.cq_ring_qmem.daddr);
  flexio_buf_dev_alloc(process, 8, &attributes.cq_dbr_daddr);
  flexio_buf_dev_memset(process, 0, 8, attributes.cq_dbr_daddr);
  need(flexio_cq_create(process, NULL, &attributes, &queue) ==
           FLEXIO_STATUS_SUCCESS,
       "flexio_cq_create");
  return flexio_cq_get_cq_num(queue);
}

int main(void) {
  struct flexio_process *process = create_process();
  uint32_t queue = create_queue(process);
  double start = 0;

  for (int round = 0; round < 2; round++) { /* the first translates the code */
    start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    need(flexio_process_call(process, arm, NULL, queue, (uint32_t)DOORBELLS,
                             (uint32_t)PAUSE) == FLEXIO_STATUS_SUCCESS,
         "flexio_process_call");
  }
  printf("doorbell %f\n",
         (seconds_of(CLOCK_THREAD_CPUTIME_ID) - start) * 1e9 / DOORBELLS);
  return 0;
}
