/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Queue pairs: RDMA by device code. A part of libflexio/flexio.h, which is the header to include.
 *
 * Attributes that flexio_qp_create() uses (struct flexio_qp_attr):
 * - transport_type: FLEXIO_QPC_ST_RC, _UC or _UD.
 * - qp_wq_buff_qmem: one buffer in device memory, 64-byte aligned, with the receive ring first: 2 to
 *   the power of log_rq_depth entries of 16 bytes (one data segment each), rounded up to 64 bytes;
 *   then the send ring: 2 to the power of log_sq_depth basic blocks of 64 bytes. Both depths are at
 *   most 15. A ring that the queue pair does not have takes no space.
 * - qp_wq_dbr_qmem: doorbell record of 8 bytes in device memory, 8-byte aligned, outside the buffer:
 *   the receive producer index, then the send producer index, which the card does not read.
 * - Parts that lie on the heap must lie in one buffer each, which cannot be freed before the queue
 *   pair is destroyed. FLEXIO_MEMTYPE_HOST: at humem_offset of registered memory umem_id.
 * - no_sq: there is no send queue; sq_cqn and log_sq_depth are ignored.
 * - rq_type: FLEXIO_QP_QPC_RQ_TYPE_REGULAR: a receive queue of its own. _SRQ_RMP_XRC_SRQ_XRQ: the
 *   shared queue rmpqn; rq_cqn 0 then means sq_cqn. _ZERO_SIZE_RQ: none, messages that need a
 *   receive entry are answered with RNR NAK. log_rq_depth is ignored for both.
 * - sq_cqn, rq_cqn: numbers of completion queues; they may be the same.
 * - uar_id, user_index (24 bits), pd: as for flexio_wq_attr.
 * - qp_access_mask: what the other end may do: IBV_ACCESS_REMOTE_READ, _WRITE, _ATOMIC;
 *   IBV_ACCESS_LOCAL_WRITE has no effect. The memory key of the target must allow it, too.
 * - ops_flag is ignored.
 *
 * Attributes that flexio_qp_modify() uses, by the change of state. All others are ignored, so that
 * one structure may serve for all changes:
 * - to RST and to ERR, from any state: next_state only.
 * - RST to INIT: vhca_port_num (0 means 1). RC and UC: qp_access_mask; 0 means that of the creation,
 *   unless the mask selects it. UD: q_key.
 * - INIT to RTR, RC and UC: remote_qp_num, next_rcv_psn, path_mtu, and the path: gid_table_index (of
 *   the own GID), rgid_or_rip (the GID of the other end; an IPv4 address in its IPv4-mapped IPv6
 *   form), dest_mac (NULL or zeros: found from the GID), udp_sport (0: 49152). With fl (force
 *   loopback) the other end is on the same device, and rgid_or_rip and dest_mac are ignored. RC also:
 *   log_rra_max (at most 4) and min_rnr_nak_timer (0 to 31).
 * - RTR to RTS: next_send_psn. RC also: retry_count (0 to 7) for missing acknowledgements;
 *   rnr_retry_count_plus_1 for RNR NAKs, 1 to 8 (8: no limit), 0: retry_count, of which 7 has no limit;
 *   ack_timeout_plus_1 (0 to 32); log_sra_max (at most 4).
 * - RTS to RTS: nothing else.
 * - INIT to RTR, RTR to RTS, RTS to RTS, RC and UC: qp_access_mask if the mask selects it. RTR to RTS
 *   and RTS to RTS, RC: min_rnr_nak_timer if the mask selects it.
 * - grh, rlid, isolate_vl_tc: no effect with RoCE.
 */
#ifndef LIBFLEXIO_FLEXIO_QP_H
#define LIBFLEXIO_FLEXIO_QP_H

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates a queue pair in the state RST; see above for the attributes. `ibv_ctx`: NULL, or a context
 * of the process's device or of one to which its UAR is extended (flexio_uar_extend()); the latter
 * needs a pd and completion queues of that device. The caller owns *qp_ptr, which is NULL on failure.
 * Manual: flexio_qp_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_qp_create(struct flexio_process *process, struct ibv_context *ibv_ctx,
                 struct flexio_qp_attr *qp_fattr, struct flexio_qp **qp_ptr);

/** Destroys a queue pair; later doorbells for it are rejected, and packets for it are dropped. NULL
 * is allowed. Manual: flexio_qp_destroy. */
FLEXIO_EXPERIMENTAL flexio_status flexio_qp_destroy(struct flexio_qp *qp);

/** Returns the number of a queue pair (24 bits), for device code and the other end; UINT32_MAX on
 * error. Manual: flexio_qp_get_qp_num. */
FLEXIO_EXPERIMENTAL uint32_t flexio_qp_get_qp_num(struct flexio_qp *qp);

/**
 * Changes the state to fattr->next_state; see above for the attributes of each change. In ERR all
 * entries complete with the syndrome "flushed"; in RST the rings are empty, and the doorbell record
 * must be set to 0 by the program. `mask` selects the optional attributes; NULL: none. Fails, and
 * nothing changes, if the state machine does not permit the change or an attribute is out of range.
 * Manual: flexio_qp_modify.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_qp_modify(struct flexio_qp *qp, struct flexio_qp_attr *fattr,
                 struct flexio_qp_attr_opt_param_mask *mask);

/** Returns the state of a queue pair, which an error sets to FLEXIO_QP_STATE_ERR; that is also
 * returned on error. Manual: flexio_qp_state_get. */
FLEXIO_EXPERIMENTAL enum flexio_qp_state
flexio_qp_state_get(struct flexio_qp *qp);

#ifdef __cplusplus
}
#endif

#endif
