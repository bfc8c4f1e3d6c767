/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by host programs with send and receive queues: attributes with new memory for each. */
#ifndef DPA_TEST_WORK_QUEUE_H
#define DPA_TEST_WORK_QUEUE_H

#include "handler.h"

static inline flexio_uintptr_t create_zeroed(struct flexio_process *process,
                                             size_t size) {
  flexio_uintptr_t address = 0;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, size, &address));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0, size, address));
  return address;
}

/* For a send queue of 16 entries, or a cyclic receive queue of 64 entries of 16 bytes. */
static inline struct flexio_wq_attr
work_queue_attributes(struct flexio_process *process, bool is_receive) {
  struct flexio_wq_attr attributes = {
      .log_wq_depth = is_receive ? 6 : 4,
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(process))};

  if (is_receive)
    attributes.rq.wq_type = FLEXIO_WQ_TYPE_CYCLIC;
  attributes.wq_ring_qmem.daddr = create_zeroed(process, 1024);
  attributes.wq_dbr_qmem.daddr = create_zeroed(process, 8);
  return attributes;
}

/* A completion queue that starts nothing. */
static inline struct queue create_silent_cq(struct flexio_process *process) {
  return create_queue(process,
                      (struct flexio_cq_attr){
                          .log_cq_depth = 4,
                          .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ});
}

static inline struct flexio_sq *create_sq(struct flexio_process *process,
                                          struct queue completions) {
  struct flexio_wq_attr attributes = work_queue_attributes(process, false);
  struct flexio_sq *sq = NULL;

  EXPECT_SUCCESS(
      flexio_sq_create(process, NULL, completions.number, &attributes, &sq));
  return sq;
}

static inline struct flexio_rq *create_rq(struct flexio_process *process,
                                          struct queue completions) {
  struct flexio_wq_attr attributes = work_queue_attributes(process, true);
  struct flexio_rq *rq = NULL;

  EXPECT_SUCCESS(
      flexio_rq_create(process, NULL, completions.number, &attributes, &rq));
  return rq;
}

#endif
