/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of handler-device.c. For devices with one execution unit: a handler that is activated
 * by a call has ended before the next call begins, so counts are exact.
 */
#ifndef DPA_TEST_ACT_H
#define DPA_TEST_ACT_H

#include "handler.h"

flexio_func_t act, activate, take_runs, get_runs, get_storage, get_name_length,
    get_seen_id, ring, arm;

enum {
  RESCHEDULE,
  FINISH,
  RETRIGGER_TO_10,
  RETURN,
  END_PROCESS,
  ACTIVATE_ITSELF_TWICE,
  RETRIGGER_FOR_EVER,
  CRASH,
};

static inline void activate_handler(struct flexio_process *process,
                                    struct flexio_event_handler *handler,
                                    uint32_t times) {
  EXPECT_SUCCESS(flexio_process_call(
      process, activate, NULL, flexio_event_handler_get_activation_id(handler),
      times));
}

static inline void ring_queue(struct flexio_process *process,
                              struct queue queue, uint32_t times) {
  EXPECT_SUCCESS(flexio_process_call(process, ring, NULL, queue.number, times));
}

#endif
