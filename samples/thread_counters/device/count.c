/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the sample of per-thread counters: one handler, which several
 * threads run, each with its own counter. It needs no lock: a thread's storage
 * is not accessed by other threads.
 */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

#include "counter.h"

static uint64_t finished;

__dpa_global__ void count(uint64_t argument) {
  struct flexio_dev_thread_ctx *context;
  struct counter *counter;

  (void)argument;
  flexio_dev_get_thread_ctx(&context);
  counter = (struct counter *)flexio_dev_get_thread_local_storage(context);
  counter->thread = flexio_dev_get_thread_id(context);
  if (++counter->activations < counter->wanted)
    flexio_dev_thread_retrigger(); /* once more, without an event */
  __dpa_thread_memory_writeback();
  __atomic_fetch_add(&finished, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_finish();
}

/* Starts a thread by its activation id. */
__dpa_rpc__ uint64_t start_thread(uint64_t activation_id) {
  flexio_dev_event_handler_activate((uint32_t)activation_id);
  return 0;
}

/* Threads that are done. */
__dpa_rpc__ uint64_t count_finished(void) {
  return __atomic_load_n(&finished, __ATOMIC_SEQ_CST);
}
