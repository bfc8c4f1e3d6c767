/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Send queues and receive queues for Ethernet frames. A part of libflexio/flexio.h, which is the
 * header to include.
 *
 * Attributes of both kinds (struct flexio_wq_attr):
 * - The ring of a send queue has 2 to the power of log_wq_depth basic blocks of 64 bytes, and
 *   log_wq_stride is ignored; it is 64-byte aligned. A receive queue has 2 to the power of
 *   log_wq_depth entries of 2 to the power of log_wq_stride bytes (0 means 4, which is 16 bytes: one
 *   data segment); the ring is aligned to the size of an entry. log_wq_depth is at most 15.
 * - The doorbell record has 8 bytes, 8-byte aligned, outside the ring.
 * - Ring and doorbell record are in device memory, or in memory of the host that is registered
 *   (FLEXIO_MEMTYPE_HOST, mlx5dv_devx_umem_reg()). A part that lies on the heap must lie in one
 *   buffer, which cannot be freed before the queue is destroyed. If the program unmaps memory of a
 *   queue, an entry fails, and a doorbell record there posts nothing.
 * - `pd` is a protection domain of the process's device, to which the memory keys in entries must
 *   belong; NULL: the domain of the process.
 * - uar_id is the number of a UAR of the process, or page_id of a UAR of mlx5dv_devx_alloc_uar().
 *   Doorbells reach a send queue only through an outbox of this UAR, or by stores to that page.
 * - user_index (24 bits) is stored in the completions.
 *
 * cq_num is the number of a completion queue that the process has on the same device. `ibv_ctx` is
 * NULL, or a context of the process's device or of one to which a UAR of the process is extended
 * (flexio_uar_extend()). Queues of other devices need `pd`, of that device, and memory keys of host
 * memory; ring and doorbell record may be in memory of the process.
 */
#ifndef LIBFLEXIO_FLEXIO_WORK_QUEUE_H
#define LIBFLEXIO_FLEXIO_WORK_QUEUE_H

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

#include <infiniband/mlx5dv.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Creates a transport domain of a device, for receive queues and TISs. It does not belong to a
 * process. The caller owns *td, which is NULL on failure. Manual: flexio_transport_domain_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_transport_domain_create(
    struct ibv_context *ibv_ctx, struct flexio_transport_domain **td);

/** Destroys a transport domain. What was created with it continues to work. NULL is allowed.
 * Manual: flexio_transport_domain_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_transport_domain_destroy(struct flexio_transport_domain *td);

/** Creates a transport interface for sending (TIS), for send queues. Fails if `td` is not of the
 * same device as `ibv_ctx`. It does not belong to a process. The caller owns *tis, which is NULL on
 * failure. Manual: flexio_sq_tis_create. */
FLEXIO_EXPERIMENTAL flexio_status flexio_sq_tis_create(
    struct ibv_context *ibv_ctx, struct flexio_transport_domain *td,
    struct flexio_sq_tis **tis);

/** Destroys a TIS. Queues that were created with it continue to work. NULL is allowed. Manual:
 * flexio_sq_tis_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_sq_tis_destroy(struct flexio_sq_tis *tis);

/**
 * Creates a send queue, which is ready to send; see above for the attributes and the limits. Its
 * entries send frames (FLEXIO_CTRL_SEG_SEND_EN, LSO), copy (LDMA) or transpose memory, do nothing
 * (NOP), or wait until a big-endian number in memory has a value (WAIT_ON_DATA). `sq`
 * of the attributes: an entry may hold several packets with allow_multi_pkt_send_wqe; `tis` is NULL
 * (the queue has its own) or a TIS of the same device. The caller owns *sq, which is NULL on
 * failure. Manual: flexio_sq_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_sq_create(
    struct flexio_process *process, struct ibv_context *ibv_ctx,
    uint32_t cq_num, const struct flexio_wq_attr *fattr, struct flexio_sq **sq);

/** Creates a send queue on another device than the process's; `ibv_ctx` must be a context of that
 * device. Otherwise as flexio_sq_create(). Manual: flexio_sq_create_cross_dev. */
FLEXIO_EXPERIMENTAL flexio_status flexio_sq_create_cross_dev(
    struct flexio_process *process, struct ibv_context *ibv_ctx,
    uint32_t cq_num, const struct flexio_wq_attr *fattr, struct flexio_sq **sq);

/** Destroys a send queue; later doorbells for it are rejected. NULL is allowed. Manual:
 * flexio_sq_destroy. */
FLEXIO_EXPERIMENTAL flexio_status flexio_sq_destroy(struct flexio_sq *sq);

/** Returns the number of a send queue (24 bits), for device code; UINT32_MAX on error. Manual:
 * flexio_sq_get_wq_num. */
FLEXIO_EXPERIMENTAL uint32_t flexio_sq_get_wq_num(struct flexio_sq *sq);

/**
 * Creates a receive queue and its TIR, to which steering rules direct frames; see above for the
 * attributes and the limits. `rq` of the attributes:
 * - wq_type: an entry of a cyclic queue has only data segments. With FLEXIO_WQ_TYPE_LINKED_LIST
 *   (0, which programs leave there), entries of 16 bytes are used in the same way, as they have
 *   room for one segment only. Larger entries begin with a segment that names the next one (struct
 *   mlx5_wqe_srq_next_seg); the list begins with entry 0, and the index in the doorbell record
 *   counts the entries that were ever posted.
 * - end_pad_mode: has no effect, bytes behind a packet are not written.
 * - td: NULL (the queue has its own) or a transport domain of the same device.
 * - vlan_strip_disable: has no effect, VLAN tags stay in the packet.
 *
 * The caller owns *rq, which is NULL on failure. Manual: flexio_rq_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_rq_create(
    struct flexio_process *process, struct ibv_context *ibv_ctx,
    uint32_t cq_num, const struct flexio_wq_attr *fattr, struct flexio_rq **rq);

/** Creates a receive queue on another device than the process's; `ibv_ctx` must be a context of that
 * device. Otherwise as flexio_rq_create(). Manual: flexio_rq_create_cross_dev. */
FLEXIO_EXPERIMENTAL flexio_status flexio_rq_create_cross_dev(
    struct flexio_process *process, struct ibv_context *ibv_ctx,
    uint32_t cq_num, const struct flexio_wq_attr *fattr, struct flexio_rq **rq);

/** Destroys a receive queue and its TIR; steering rules that lead to it drop their frames. NULL is
 * allowed. Manual: flexio_rq_destroy. */
FLEXIO_EXPERIMENTAL flexio_status flexio_rq_destroy(struct flexio_rq *rq);

/** Returns the number of a receive queue (24 bits); UINT32_MAX on error. Manual:
 * flexio_rq_get_wq_num. */
FLEXIO_EXPERIMENTAL uint32_t flexio_rq_get_wq_num(struct flexio_rq *rq);

/** Returns the TIR of a receive queue, for mlx5dv_dr_action_create_dest_devx_tir(); NULL on error.
 * The queue owns it. Manual: flexio_rq_get_tir. */
FLEXIO_EXPERIMENTAL struct mlx5dv_devx_obj *
flexio_rq_get_tir(struct flexio_rq *rq);

/** Returns the DevX object of a receive queue; NULL on error. The queue owns it.
 * mlx5dv_devx_obj_modify() with MODIFY_RQ changes the state (RST, RDY, ERR), mlx5dv_devx_obj_query()
 * with QUERY_RQ reads it. Manual: flexio_rq_get_object. */
FLEXIO_EXPERIMENTAL struct mlx5dv_devx_obj *
flexio_rq_get_object(struct flexio_rq *rq);

/** Puts a receive queue into the error state: posted entries complete with an error, frames for it
 * are dropped. Manual: flexio_rq_set_err_state. */
FLEXIO_EXPERIMENTAL flexio_status flexio_rq_set_err_state(struct flexio_rq *rq);

/**
 * Creates a receive memory pool: receive entries that several queue pairs take from. The attributes
 * are those of a receive queue, without uar_id and user_index, which have no effect. `ibv_ctx`: NULL,
 * or a context of the process's device or of one to which its UAR is extended (flexio_uar_extend()).
 * The caller owns *flexio_rmp_ptr, which is NULL on failure. Manual: flexio_rmp_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_rmp_create(
    struct flexio_process *process, struct ibv_context *ibv_ctx,
    const struct flexio_wq_attr *fattr, struct flexio_rmp **flexio_rmp_ptr);

/** Destroys a receive memory pool. FLEXIO_STATUS_FAILED while a queue pair uses it. NULL is allowed.
 * Manual: flexio_rmp_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_rmp_destroy(struct flexio_rmp *flexio_rmp);

/** Returns the number of a receive memory pool (24 bits), for rmpqn of struct flexio_qp_attr;
 * UINT32_MAX on error. Manual: flexio_rmp_get_wq_num. */
FLEXIO_EXPERIMENTAL uint32_t flexio_rmp_get_wq_num(struct flexio_rmp *rmp);

#ifdef __cplusplus
}
#endif

#endif
