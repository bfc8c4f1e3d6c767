/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Benchmark of timelines, run by run.py under dpa-run with and without --trace.
 * Device code rings a doorbell again and again, with some work in between, as
 * programs have. Prints the nanoseconds of processor time that a doorbell with
 * its work takes on the thread of the call, which runs the device code.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

enum { DOORBELLS = 200000, PAUSE = 300 };

extern struct flexio_app *inside_bench_app;
flexio_func_t arm;

static void need(int is_good, const char *what) {
  if (is_good)
    return;
  fprintf(stderr, "trace-bench: error: %s failed\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;

  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
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
    start = now();
    need(flexio_process_call(process, arm, NULL, queue, (uint32_t)DOORBELLS,
                             (uint32_t)PAUSE) == FLEXIO_STATUS_SUCCESS,
         "flexio_process_call");
  }
  printf("doorbell %f\n", (now() - start) / DOORBELLS);
  return 0;
}
