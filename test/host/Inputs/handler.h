/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by host programs with event handlers and completion queues: creating them, and short forms
 * of calls. */
#ifndef DPA_TEST_HANDLER_H
#define DPA_TEST_HANDLER_H

#include "host.h"

static inline uint64_t call0(struct flexio_process *process,
                             flexio_func_t *function) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &result));
  return result;
}

static inline uint64_t call1(struct flexio_process *process,
                             flexio_func_t *function, uint64_t argument) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &result, argument));
  return result;
}

/* Calls until the function returns `value`. */
static inline void wait_for(struct flexio_process *process,
                            flexio_func_t *function, uint64_t value) {
  while (call0(process, function) != value)
    ;
}

/* Creates a handler that does not run yet. */
static inline struct flexio_event_handler *
create_handler_with(struct flexio_process *process,
                    struct flexio_event_handler_attr attributes) {
  struct flexio_event_handler *handler = NULL;

  EXPECT_SUCCESS(flexio_event_handler_create(process, &attributes, &handler));
  EXPECT(handler);
  return handler;
}

static inline struct flexio_event_handler *
create_handler(struct flexio_process *process, flexio_func_t *function) {
  return create_handler_with(
      process, (struct flexio_event_handler_attr){.host_stub_func = function});
}

/* A queue and its memory. */
struct queue {
  flexio_uintptr_t ring, record;
  struct flexio_cq *cq;
  uint32_t number;
};

/* `attributes` lack memory and UAR. Each entry starts with the owner bit of an unwritten one. */
static inline struct queue create_queue(struct flexio_process *process,
                                        struct flexio_cq_attr attributes) {
  struct queue queue = {0, 0, NULL, 0};
  size_t size = (size_t)64 << attributes.log_cq_depth;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, size, &queue.ring));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0xff, size, queue.ring));
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 8, &queue.record));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0, 8, queue.record));
  attributes.cq_ring_qmem.daddr = queue.ring;
  attributes.cq_dbr_daddr = queue.record;
  if (attributes.uar_id == 0)
    attributes.uar_id = flexio_uar_get_id(flexio_process_get_uar(process));
  EXPECT_SUCCESS(flexio_cq_create(process, NULL, &attributes, &queue.cq));
  queue.number = flexio_cq_get_cq_num(queue.cq);
  EXPECT(queue.number != 0 && queue.number < 1u << 24);
  return queue;
}

/* A queue of 2 to the power of log_depth entries that software rings, for a handler. */
static inline struct queue
create_queue_for(struct flexio_process *process,
                 struct flexio_event_handler *handler, uint8_t log_depth) {
  return create_queue(process,
                      (struct flexio_cq_attr){
                          .log_cq_depth = log_depth,
                          .element_type = FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD,
                          .thread = flexio_event_handler_get_thread(handler)});
}

#endif
