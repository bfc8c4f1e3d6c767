/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Event queues in device memory. The manual has their entries and doorbell on the device (struct
 * flexio_dev_eqe, flexio_dev_eq_update_ci()), but no function that creates one; these do. A part of
 * libflexio/flexio.h, which is the header to include.
 */
#ifndef LIBFLEXIO_FLEXIO_EVENT_QUEUE_H
#define LIBFLEXIO_FLEXIO_EVENT_QUEUE_H

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

#include <infiniband/verbs.h>

#ifdef __cplusplus
extern "C" {
#endif

struct flexio_eq;

/** Attributes of an event queue. */
struct flexio_eq_attr {
  uint8_t log_eq_depth;            /**< 2 to this power entries, at most 22 */
  uint32_t uar_id;                 /**< as in struct flexio_cq_attr */
  struct flexio_qmem eq_ring_qmem; /**< 64-byte aligned; entries of 64 bytes */
  struct flexio_thread *thread;    /**< what entries start; NULL: nothing */
};

/**
 * Creates an event queue. A completion queue with element type FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ and
 * this queue's number as emulated_eqn writes an entry for each of its events. Owner bits are as in
 * completion queues. The queue is armed at first: an entry starts the thread once, until
 * flexio_dev_eq_update_ci() arms it again. An event that finds the queue full, by the consumer index
 * of that doorbell, and all later ones are lost. The caller owns *eq, which is NULL on failure.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_eq_create(struct flexio_process *process, struct ibv_context *ibv_ctx,
                 const struct flexio_eq_attr *fattr, struct flexio_eq **eq);

/** Destroys an event queue; later events for it are lost. NULL is allowed. */
FLEXIO_EXPERIMENTAL flexio_status flexio_eq_destroy(struct flexio_eq *eq);

/** Returns the number of an event queue (24 bits); UINT32_MAX on error. */
FLEXIO_EXPERIMENTAL uint32_t flexio_eq_get_eq_num(struct flexio_eq *eq);

#ifdef __cplusplus
}
#endif

#endif
