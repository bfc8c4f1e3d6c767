/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Queues of device code: created here by host code, used by doca_dpa_dev_verbs.h. This header has contexts,
 * protection domains and queue pairs (RC, UC) and includes doca_verbs_eth.h, doca_verbs_srq.h and
 * doca_verbs_device.h. Attributes are objects that are passed to create and modify functions; they can be
 * destroyed afterwards. NULL, handles that are not live, and values out of range are DOCA_ERROR_INVALID_VALUE.
 * C and C++.
 */
#ifndef DOCA_VERBS_H
#define DOCA_VERBS_H

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_types.h>
#include <doca_verbs_device.h>
#include <doca_verbs_eth.h>
#include <doca_verbs_srq.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_dev;
struct doca_devinfo;
struct doca_dpa;
struct doca_dpa_completion;
struct doca_uar;
struct doca_umem;
struct doca_verbs_context;
struct doca_verbs_pd;
struct doca_verbs_ah_attr;
struct doca_verbs_qp;
struct doca_verbs_qp_attr;
struct doca_verbs_qp_init_attr;

/** The queue, for device code. */
typedef uint64_t doca_dpa_dev_verbs_qp_t;

#define DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE 0

#define DOCA_VERBS_QP_TYPE_RC 0
#define DOCA_VERBS_QP_TYPE_UC 1

/** States of a queue pair. */
enum doca_verbs_qp_state {
  DOCA_VERBS_QP_STATE_RST = 0,
  DOCA_VERBS_QP_STATE_INIT = 1,
  DOCA_VERBS_QP_STATE_RTR = 2,
  DOCA_VERBS_QP_STATE_RTS = 3,
  DOCA_VERBS_QP_STATE_ERR = 4
};

/** Kinds of addresses. With RoCE the kind is that of the GID. */
enum doca_verbs_addr_type {
  DOCA_VERBS_ADDR_TYPE_IPv4 = 0,
  DOCA_VERBS_ADDR_TYPE_IPv6 = 1,
  DOCA_VERBS_ADDR_TYPE_IB_GRH = 2,   /**< not supported */
  DOCA_VERBS_ADDR_TYPE_IB_NO_GRH = 3 /**< not supported */
};

/** Attributes that doca_verbs_qp_modify() uses, as bits. Attributes of later states can be set early. */
enum doca_verbs_qp_attr_mask {
  DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_WRITE = 1 << 0,
  DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_READ = 1 << 1,
  DOCA_VERBS_QP_ATTR_PKEY_INDEX = 1 << 2,
  DOCA_VERBS_QP_ATTR_MIN_RNR_TIMER = 1 << 3,
  DOCA_VERBS_QP_ATTR_PORT_NUM = 1 << 4,
  DOCA_VERBS_QP_ATTR_NEXT_STATE = 1 << 5,
  DOCA_VERBS_QP_ATTR_CURRENT_STATE = 1 << 6,
  DOCA_VERBS_QP_ATTR_PATH_MTU = 1 << 7,
  DOCA_VERBS_QP_ATTR_RQ_PSN = 1 << 8,
  DOCA_VERBS_QP_ATTR_SQ_PSN = 1 << 9,
  DOCA_VERBS_QP_ATTR_DEST_QP_NUM = 1 << 10,
  DOCA_VERBS_QP_ATTR_ACK_TIMEOUT = 1 << 11,
  DOCA_VERBS_QP_ATTR_RETRY_CNT = 1 << 12,
  DOCA_VERBS_QP_ATTR_RNR_RETRY = 1 << 13,
  DOCA_VERBS_QP_ATTR_AH_ATTR = 1 << 14,
  DOCA_VERBS_QP_ATTR_ATOMIC_MODE = 1 << 15,
  DOCA_VERBS_QP_ATTR_MAX_QP_RD_ATOMIC = 1 << 16,
  DOCA_VERBS_QP_ATTR_MAX_DEST_RD_ATOMIC = 1 << 17,
  DOCA_VERBS_QP_ATTR_CC_GROUP = 1 << 18 /**< not supported */
};

/** Atomic operations that a peer is permitted. */
enum doca_verbs_qp_atomic_mode {
  DOCA_VERBS_QP_ATOMIC_MODE_NONE = 0,
  DOCA_VERBS_QP_ATOMIC_MODE_IB_SPEC = 1,
  DOCA_VERBS_QP_ATOMIC_MODE_ONLY_8BYTES = 2,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_8BYTES = 3,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_16BYTES =
      4, /**< not supported, nor are the following modes */
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_32BYTES = 5,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_64BYTES = 6,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_128BYTES = 7,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_256BYTES = 8
};

/** Use of a send queue's doorbell record. The emulated card does not read it. */
enum doca_verbs_qp_send_dbr_mode {
  DOCA_VERBS_QP_SEND_DBR_MODE_DBR_VALID = 0,
  DOCA_VERBS_QP_SEND_DBR_MODE_NO_DBR_EXT = 1,
  DOCA_VERBS_QP_SEND_DBR_MODE_NO_DBR_INT =
      2 /**< device code rings the doorbell */
};

/** A GID of a port. */
struct doca_verbs_gid {
  uint8_t raw[DOCA_GID_BYTE_LENGTH];
};

/** Opens a device; `flags` is DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE. The caller owns the context.
 * NOT_CONNECTED: the device no longer exists. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_context_create(struct doca_devinfo *devinfo, uint32_t flags,
                          struct doca_verbs_context **verbs_context);
/** Closes a context. IN_USE: a protection domain exists. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_context_destroy(struct doca_verbs_context *verbs_context);

/** Creates a protection domain, with a device for other DOCA libraries; the caller owns it. DRIVER. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_pd_create(
    struct doca_verbs_context *verbs_context, struct doca_verbs_pd **verbs_pd);
/** Destroys a protection domain. IN_USE: its device is in use, or a queue exists. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_pd_destroy(struct doca_verbs_pd *verbs_pd);
/** Stores the device of the domain. The domain owns it; each call stores the same one. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_pd_as_doca_dev(
    struct doca_verbs_pd *verbs_pd, struct doca_dev **dev);

/** Creates the attributes of an address, that is of the path to a peer; the caller owns them. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_ah_attr_create(struct doca_verbs_context *verbs_context,
                          struct doca_verbs_ah_attr **ah_attr);
/** Destroys the attributes of an address; queue pairs that use them are not affected. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_ah_attr_destroy(struct doca_verbs_ah_attr *ah_attr);
/** Sets the GID of the peer. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_gid(
    struct doca_verbs_ah_attr *ah_attr, struct doca_verbs_gid gid);
/** Sets the kind of address. NOT_SUPPORTED: not IPv4 or IPv6. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_addr_type(
    struct doca_verbs_ah_attr *ah_attr, enum doca_verbs_addr_type addr_type);
/** Sets the index of the local GID. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_sgid_index(
    struct doca_verbs_ah_attr *ah_attr, uint8_t sgid_index);
/** Sets the hop limit of packets. No effect: the emulated network does not have routers. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_hop_limit(
    struct doca_verbs_ah_attr *ah_attr, uint8_t hop_limit);
/** Sets the service level. NOT_SUPPORTED: not 0. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_ah_attr_set_sl(struct doca_verbs_ah_attr *ah_attr, uint8_t sl);
/** Sets the traffic class of packets. NOT_SUPPORTED: not 0. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_traffic_class(
    struct doca_verbs_ah_attr *ah_attr, uint8_t traffic_class);
/** Sets the LID of the peer. NOT_SUPPORTED: not 0; ports of RoCE do not have LIDs. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_ah_attr_set_dlid(struct doca_verbs_ah_attr *ah_attr, uint16_t dlid);
/** Sets the rate limit. NOT_SUPPORTED: not 0 (no limit). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_static_rate(
    struct doca_verbs_ah_attr *ah_attr, uint8_t static_rate);

/** Creates the attributes of new queue pairs; the caller owns them. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_create(
    struct doca_verbs_qp_init_attr **verbs_qp_init_attr);
/** Destroys the attributes; queue pairs that were created from them are not affected. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_destroy(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr);
/** Sets the protection domain. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_pd(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_pd *pd);
/** Sets the type: DOCA_VERBS_QP_TYPE_RC (default) or _UC. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_qp_type(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t qp_type);
/** Sets the number of send requests, 1 to 32768, rounded up to a power of two. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_sq_wr(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t sq_wr);
/** Sets the number of receive requests, 1 to 32768, rounded up to a power of two. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_rq_wr(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t rq_wr);
/** Sets the largest number of scatter/gather entries of a request: 1 to 61. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_send_max_sges(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t send_max_sges);
/** Sets the largest number of scatter/gather entries of a receive: 1. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_receive_max_sges(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint32_t receive_max_sges);
/** Sets the user data of completions: 24 bits. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_user_index(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t user_index);
/** Selects device code to post requests: must be 1, as queue pairs of host code are not supported. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_external_datapath_en(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint8_t external_datapath_en);
/** Selects the library to allocate the rings in memory of `dpa`, whose device code uses the queue pair. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_dpa(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, struct doca_dpa *dpa);
/** Another name of doca_verbs_qp_init_attr_set_dpa(). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_dpa_ctx(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, struct doca_dpa *dpa);
/** Places the rings in memory of the program instead, at `umem_offset`: first the receive ring, with 16 bytes
 * for each request, rounded up to 64 bytes, unless a shared receive queue is set; then the send ring, with
 * basic blocks of 64 bytes, as many as the requests need, rounded up to a power of two. A request needs one
 * block for up to two scatter/gather entries, and one more for each further four. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_external_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_umem *external_umem, uint64_t umem_offset);
/** Places the doorbell record, of 8 bytes, in memory of the program at `umem_offset`. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_external_dbr_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_umem *external_umem, uint64_t umem_offset);
/** Sets the UAR for rings in memory of the program. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_external_uar(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_uar *external_uar);
/** Sets a shared receive queue. rq_wr and receive_max_sges have no effect then. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_srq(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_srq *srq);
/** Always NOT_SUPPORTED: completion queues of host code are not implemented. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_send_cq(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_cq *send_cq);
/** Always NOT_SUPPORTED: completion queues of host code are not implemented. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_receive_cq(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_cq *receive_cq);
/** Always NOT_SUPPORTED: device code cannot access rings in host memory; see
 * doca_verbs_qp_init_attr_set_external_umem(). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_wq_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t umem_id,
    uint64_t umem_offset);
/** Always NOT_SUPPORTED; see doca_verbs_qp_init_attr_set_external_dbr_umem(). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_dbr_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t umem_id,
    uint64_t umem_offset);
/** Always NOT_SUPPORTED; see doca_verbs_qp_init_attr_set_external_uar(). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_uar_id(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t uar_id);
/** Sets the use of the send queue's doorbell record. No effect: commits with a fence store the record and all
 * commits ring the doorbell, which is valid in all modes. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_send_dbr_mode(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    enum doca_verbs_qp_send_dbr_mode dbr_mode);
/** Sets whether all requests have completions. NOT_SUPPORTED: not 0; device code requests completions by
 * flags of each request. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_sq_sig_all(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, int sq_sig_all);
/** Sets the size of inline data, in bytes. NOT_SUPPORTED: not 0; requests of device code do not have inline
 * data. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_max_inline_data(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint32_t max_inline_data);
/** Sets the completion context of sends; required. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_send_dpa_completion(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_dpa_completion *dpa_comp);
/** Sets the completion context of receives; required. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_init_attr_set_receive_dpa_completion(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_dpa_completion *dpa_comp);

/** Creates the attributes of a modification; the caller owns them. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_create(struct doca_verbs_qp_attr **verbs_qp_attr);
/** Destroys the attributes. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_destroy(struct doca_verbs_qp_attr *verbs_qp_attr);
/** Sets the new state. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_set_next_state(struct doca_verbs_qp_attr *verbs_qp_attr,
                                  enum doca_verbs_qp_state next_state);
/** Sets the largest payload of a packet; 1 KiB by default. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_path_mtu(
    struct doca_verbs_qp_attr *verbs_qp_attr, enum doca_mtu_size path_mtu);
/** Sets the packet sequence number of the first packet of the peer (24 bits). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_rq_psn(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint32_t rq_psn);
/** Sets the packet sequence number of the first packet to the peer (24 bits). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_sq_psn(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint32_t sq_psn);
/** Sets the number of the peer's queue pair. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_dest_qp_num(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint32_t dest_qp_num);
/** Sets whether the peer may write (0 or 1). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_allow_remote_write(
    struct doca_verbs_qp_attr *verbs_qp_attr, int allow_remote_write);
/** Sets whether the peer may read (0 or 1). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_allow_remote_read(
    struct doca_verbs_qp_attr *verbs_qp_attr, int allow_remote_read);
/** Sets the atomic operations that the peer is permitted; by default those of 8 bytes if it may write.
 * NOT_SUPPORTED: more than 8 bytes. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_set_atomic_mode(struct doca_verbs_qp_attr *verbs_qp_attr,
                                   enum doca_verbs_qp_atomic_mode atomic_mode);
/** Sets the number of reads and atomic operations to the peer in flight, 1 to 16, rounded down to a power of
 * two; 16 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_max_rd_atomic(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint8_t max_rd_atomic);
/** Sets the number of reads and atomic operations of the peer in flight, 1 to 16, rounded down to a power of
 * two; 16 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_max_dest_rd_atomic(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint8_t max_dest_rd_atomic);
/** Sets the index of the partition key: must be 0. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_pkey_index(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t pkey_index);
/** Sets the path to the peer, which is copied. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_set_ah_attr(struct doca_verbs_qp_attr *verbs_qp_attr,
                               struct doca_verbs_ah_attr *ah_attr);
/** Sets the port; 1 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_port_num(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t port_num);
/** Sets the time without acknowledgement after which a request is retried: 4.096 us times 2 to this power, 0
 * to 31; 0: never; 15 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_ack_timeout(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t ack_timeout);
/** Sets how often a request without acknowledgement is retried, 0 to 7; 0 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_retry_cnt(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t retry_cnt);
/** Sets how often a request is retried if the peer has no receive posted, 0 to 7; 7: without limit. Without
 * DOCA_VERBS_QP_ATTR_RNR_RETRY: as retry_cnt. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_rnr_retry(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t rnr_retry);
/** Sets the code of the time after which a peer retries if no receive is posted here: 0 to 31. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_min_rnr_timer(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t min_rnr_timer);

/** Creates a queue pair in the state RST; the caller owns it. INVALID_VALUE: no protection domain or
 * completion contexts, or both or neither of DPA and external memory (rings, doorbell record and UAR).
 * NOT_SUPPORTED: external_datapath_en is not 1. BAD_STATE: a completion context or the DPA is not started.
 * NO_MEMORY, DRIVER. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_create(struct doca_verbs_context *verbs_context,
                     struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
                     struct doca_verbs_qp **verbs_qp);
/** Destroys a queue pair. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_destroy(struct doca_verbs_qp *verbs_qp);
/** Changes the state; `attr_mask`, bits of enum doca_verbs_qp_attr_mask, selects the attributes that are
 * used. INVALID_VALUE: without NEXT_STATE, or other bits. DRIVER: the transition is not possible, or an
 * attribute is out of range. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_modify(struct doca_verbs_qp *verbs_qp,
                     struct doca_verbs_qp_attr *verbs_qp_attr, int attr_mask);
/** Returns the number of a queue pair; 0 if it is not live. */
DOCA_EXPERIMENTAL uint32_t
doca_verbs_qp_get_qpn(const struct doca_verbs_qp *verbs_qp);
/** Stores the handle of the queue pair for device code of `dpa`. INVALID_VALUE: it was created for another
 * DPA context. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_get_dpa_handle(
    struct doca_verbs_qp *verbs_qp, struct doca_dpa *dpa,
    doca_dpa_dev_verbs_qp_t *qp_handle);

#ifdef __cplusplus
}
#endif

#endif
