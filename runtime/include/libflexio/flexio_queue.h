/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * UARs, outboxes and completion queues. A part of libflexio/flexio.h, which is the header to
 * include.
 */
#ifndef LIBFLEXIO_FLEXIO_QUEUE_H
#define LIBFLEXIO_FLEXIO_QUEUE_H

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

#include <infiniband/mlx5dv.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the process's own UAR, to which its outboxes belong; NULL on error. The process owns it.
 * Manual: flexio_process_get_uar. */
FLEXIO_EXPERIMENTAL struct flexio_uar *
flexio_process_get_uar(struct flexio_process *process);

/** Creates another UAR. Outboxes of this process do not reach queues that are created with it. The
 * caller owns *uar, which is NULL on failure. Manual: flexio_uar_create. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_uar_create(struct flexio_process *process, struct flexio_uar **uar);

/** Destroys a UAR of flexio_uar_create(); fails for the process's own. NULL is allowed. Manual:
 * flexio_uar_destroy. */
FLEXIO_EXPERIMENTAL flexio_status flexio_uar_destroy(struct flexio_uar *uar);

/** Returns the number of a UAR, for the attributes of queues; UINT32_MAX on error. Manual:
 * flexio_uar_get_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_uar_get_id(struct flexio_uar *uar);

/**
 * Extends a UAR of a process to another device: the process can have queues there, whose uar_id is
 * the number of the extended UAR, and device code reaches them by
 * flexio_dev_outbox_config_uar_extension() and flexio_dev_cross_device_ring_db(). The UAR belongs to
 * the process until its end; the device stays open. Fails for the process's own device, and in
 * reproducible runs. The caller owns *extended, which is NULL on failure. Manual: flexio_uar_extend.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_uar_extend(struct flexio_uar *in_uar, struct ibv_context *to_extend,
                  struct flexio_uar **extended);

/** Returns the number of the other device, for device code; UINT32_MAX on error, and for a UAR that
 * is not extended. Manual: flexio_uar_get_extended_id. */
FLEXIO_EXPERIMENTAL flexio_uar_device_id
flexio_uar_get_extended_id(struct flexio_uar *uar);

/**
 * Creates an outbox on the process's own UAR; `fattr->uar` is ignored. With en_pcc it accepts
 * doorbells of congestion control. Every activation starts with the process's default outbox, which
 * always exists. The caller owns *outbox, which is NULL on failure. Manual: flexio_outbox_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_outbox_create(
    struct flexio_process *process, struct flexio_outbox_attr *fattr,
    struct flexio_outbox **outbox);

/** Destroys an outbox; later doorbells through it are rejected. NULL is allowed. Manual:
 * flexio_outbox_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_outbox_destroy(struct flexio_outbox *outbox);

/** Returns the number of an outbox, for flexio_dev_outbox_config(); UINT32_MAX on error. Manual:
 * flexio_outbox_get_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_outbox_get_id(struct flexio_outbox *outbox);

/** Returns the UAR of an outbox; NULL on error. The process owns it. Manual: flexio_outbox_get_uar.
 */
FLEXIO_EXPERIMENTAL struct flexio_uar *
flexio_outbox_get_uar(struct flexio_outbox *outbox);

/**
 * Creates a completion queue. The caller owns *cq, which is NULL on failure. Attributes:
 * - The ring has 2 to the power of log_cq_depth (at most 22) entries of 64 bytes, 64-byte aligned,
 *   in device memory or in host memory that is registered (mlx5dv_devx_umem_reg()); the doorbell
 *   record has 8 bytes, in device memory, outside the ring. A part that lies on the heap must lie in
 *   one buffer, which cannot be freed before the queue is destroyed. If the program unmaps a ring in
 *   host memory, completions are lost.
 * - An armed queue creates one event at its next completion. A queue is created armed unless no_arm
 *   is set; with always_armed it stays armed.
 * - Element type FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD: an event starts the event handler of `thread`.
 *   FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ: it reaches event queue `emulated_eqn`, one of
 *   flexio_eq_create() or that of mlx5dv_devx_query_eqn(), whose events reach the host program.
 *   FLEXIO_CQ_ELEMENT_TYPE_DPA_MSIX_EMULATED_CQ: it reaches the host program. Such events can be
 *   received by mlx5dv_devx_subscribe_devx_event() for flexio_cq_get_obj().
 *   FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ: an event has no effect.
 * - `ibv_ctx` is NULL, or a context of the process's device or of one to which a UAR of the process
 *   is extended. The queue is then on that device.
 * - FLEXIO_CQE_COMP_ENABLE: receive completions that differ from an ordinary one before them only in
 *   index, byte count and hash (or checksums, by cqe_comp_format; other formats are not supported)
 *   are compressed: arrays of up to 7, each in an entry. Indexes continue from that completion on,
 *   also over several arrays. Completions are collected for a moment, but not beyond an event.
 * - uar_id is the number of a UAR of the process; uar_base_addr is NULL. Or they are page_id and
 *   base_addr (or NULL) of a UAR of mlx5dv_devx_alloc_uar(): doorbells of the host reach the queue, those
 *   of the process's outboxes do not.
 * - Without overrun_ignore, a completion for a full queue (by the consumer index in the doorbell
 *   record) and all later ones are lost.
 * - Moderation: an armed queue creates its event when cq_max_count completions have not been
 *   reported by one, or some, and cq_period microseconds have passed since the last event or
 *   completion, as cq_period_mode says. A 0 does not count; if both are 0, each completion raises one.
 *
 * Manual: flexio_cq_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_cq_create(struct flexio_process *process, struct ibv_context *ibv_ctx,
                 const struct flexio_cq_attr *fattr, struct flexio_cq **cq);

/** Destroys a completion queue; later doorbells for it are rejected. Fails while a send or receive
 * queue uses it. NULL is allowed. Manual: flexio_cq_destroy. */
FLEXIO_EXPERIMENTAL flexio_status flexio_cq_destroy(struct flexio_cq *cq);

/** Returns the number of a completion queue (24 bits), for device code; UINT32_MAX on error.
 * Manual: flexio_cq_get_cq_num. */
FLEXIO_EXPERIMENTAL uint32_t flexio_cq_get_cq_num(struct flexio_cq *cq);

/** Returns the queue's DevX object; NULL on error. The queue owns it. It is for
 * mlx5dv_devx_subscribe_devx_event(); it cannot be modified or queried. Manual: flexio_cq_get_obj. */
FLEXIO_EXPERIMENTAL struct mlx5dv_devx_obj *
flexio_cq_get_obj(struct flexio_cq *cq);

/** Sets the moderation of a queue: the completions and the microseconds before an event, and one of
 * enum flexio_cq_period_mode. Manual: flexio_cq_modify_moderation. */
FLEXIO_EXPERIMENTAL flexio_status flexio_cq_modify_moderation(
    struct flexio_cq *cq, uint16_t max_count, uint16_t period, uint16_t mode);

/** Returns the moderation of a queue, as flexio_cq_modify_moderation() sets it. Manual:
 * flexio_cq_query_moderation. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_cq_query_moderation(struct flexio_cq *cq, uint16_t *max_count,
                           uint16_t *period, uint16_t *mode);

#ifdef __cplusplus
}
#endif

#endif
