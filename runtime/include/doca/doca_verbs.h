/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Queues of device code by verbs, created by the host and used by doca_dpa_dev_verbs.h. Queue pairs (RC, UC)
 * are here, the other parts in doca_verbs_eth.h, doca_verbs_srq.h and doca_verbs_device.h. Attributes are objects that are filled and then used; they may be destroyed
 * afterwards. NULL and handles that are not live are DOCA_ERROR_INVALID_VALUE. C and C++.
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

/** Handle of device code. */
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

/** Kinds of addresses; with RoCE the GID says which. */
enum doca_verbs_addr_type {
  DOCA_VERBS_ADDR_TYPE_IPv4 = 0,
  DOCA_VERBS_ADDR_TYPE_IPv6 = 1,
  DOCA_VERBS_ADDR_TYPE_IB_GRH = 2,   /**< not supported */
  DOCA_VERBS_ADDR_TYPE_IB_NO_GRH = 3 /**< not supported */
};

/** Which attributes doca_verbs_qp_modify() uses, as bits. Those of later states may be given early. */
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

/** Which atomic operations a peer may do. */
enum doca_verbs_qp_atomic_mode {
  DOCA_VERBS_QP_ATOMIC_MODE_NONE = 0,
  DOCA_VERBS_QP_ATOMIC_MODE_IB_SPEC = 1,
  DOCA_VERBS_QP_ATOMIC_MODE_ONLY_8BYTES = 2,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_8BYTES = 3,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_16BYTES =
      4, /**< not supported, as those that follow */
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_32BYTES = 5,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_64BYTES = 6,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_128BYTES = 7,
  DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_256BYTES = 8
};

/** How a send queue uses its doorbell record, which the emulated card does not read. */
enum doca_verbs_qp_send_dbr_mode {
  DOCA_VERBS_QP_SEND_DBR_MODE_DBR_VALID = 0,
  DOCA_VERBS_QP_SEND_DBR_MODE_NO_DBR_EXT = 1,
  DOCA_VERBS_QP_SEND_DBR_MODE_NO_DBR_INT = 2 /**< device code rings */
};

/** An address of a port. */
struct doca_verbs_gid {
  uint8_t raw[DOCA_GID_BYTE_LENGTH];
};

/** Opens a device; `flags` is DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE. The caller owns the context.
 * NOT_CONNECTED: the device is gone. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_context_create(struct doca_devinfo *devinfo, uint32_t flags,
                          struct doca_verbs_context **verbs_context);
/** Closes it. IN_USE: a protection domain is left. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_context_destroy(struct doca_verbs_context *verbs_context);

/** Creates a protection domain, and a device for other DOCA libraries. The caller owns it. DRIVER. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_pd_create(
    struct doca_verbs_context *verbs_context, struct doca_verbs_pd **verbs_pd);
/** Destroys it. IN_USE: its device or a queue is in use. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_pd_destroy(struct doca_verbs_pd *verbs_pd);
/** Stores the device of the domain, the same each time. It lives as long as the domain. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_pd_as_doca_dev(
    struct doca_verbs_pd *verbs_pd, struct doca_dev **dev);

/** Creates and destroys the path to a peer. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_ah_attr_create(struct doca_verbs_context *verbs_context,
                          struct doca_verbs_ah_attr **ah_attr);
/** Destroys the attributes of an address; queue pairs have copies. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_ah_attr_destroy(struct doca_verbs_ah_attr *ah_attr);
/** Sets the GID of the peer. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_gid(
    struct doca_verbs_ah_attr *ah_attr, struct doca_verbs_gid gid);
/** Sets the kind of address. NOT_SUPPORTED: not of RoCE. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_addr_type(
    struct doca_verbs_ah_attr *ah_attr, enum doca_verbs_addr_type addr_type);
/** Sets the number of the own GID. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_sgid_index(
    struct doca_verbs_ah_attr *ah_attr, uint8_t sgid_index);
/** Sets how many routers packets may pass. The emulated network has none, so it has no effect. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_hop_limit(
    struct doca_verbs_ah_attr *ah_attr, uint8_t hop_limit);
/** Sets the service level. NOT_SUPPORTED: not 0. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_ah_attr_set_sl(struct doca_verbs_ah_attr *ah_attr, uint8_t sl);
/** Sets the traffic class of packets. NOT_SUPPORTED: not 0. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_traffic_class(
    struct doca_verbs_ah_attr *ah_attr, uint8_t traffic_class);
/** Sets a LID, which ports of RoCE do not have. NOT_SUPPORTED: not 0. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_ah_attr_set_dlid(struct doca_verbs_ah_attr *ah_attr, uint16_t dlid);
/** Sets the rate limit. NOT_SUPPORTED: not 0, which is none. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_ah_attr_set_static_rate(
    struct doca_verbs_ah_attr *ah_attr, uint8_t static_rate);

/** Creates and destroys what a queue pair is made of. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_create(
    struct doca_verbs_qp_init_attr **verbs_qp_init_attr);
/** Destroys the attributes; queue pairs made of them stay. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_destroy(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr);
/** Sets the protection domain. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_pd(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_pd *pd);
/** Sets DOCA_VERBS_QP_TYPE_RC, as at first, or _UC. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_qp_type(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t qp_type);
/** Sets how many requests fit, 1 to 32768, rounded up to a power of two. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_sq_wr(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t sq_wr);
/** Sets the number of receive requests. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_rq_wr(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t rq_wr);
/** Sets how many pieces of memory a request has at most: 1 to 61. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_send_max_sges(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t send_max_sges);
/** The same for receives: 1. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_receive_max_sges(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint32_t receive_max_sges);
/** Sets what completions have as user data: 24 bits. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_user_index(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t user_index);
/** Says that device code posts: 1. Queue pairs of host code are not supported. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_external_datapath_en(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint8_t external_datapath_en);
/** Has the library allocate the rings in memory of `dpa`; set_dpa_ctx is another name. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_dpa(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, struct doca_dpa *dpa);
/** Device code of `dpa` uses the queue pair. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_dpa_ctx(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, struct doca_dpa *dpa);
/** Gives the rings instead, at `umem_offset`: the receive ring, of 16 bytes for each request, rounded up to 64
 * bytes, unless it is shared; then the send ring, of basic blocks of 64 bytes, as many as requests need, rounded up to
 * a power of two. A request needs one block with up to two pieces of memory, and one more for each further four. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_external_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_umem *external_umem, uint64_t umem_offset);
/** The same for the doorbell record, 8 bytes. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_external_dbr_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_umem *external_umem, uint64_t umem_offset);
/** The same for the doorbells. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_external_uar(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_uar *external_uar);
/** Has receive requests taken from a shared receive queue; rq_wr and receive_max_sges have no effect. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_srq(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_srq *srq);
/** Always NOT_SUPPORTED: there are no completion queues of host code. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_send_cq(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_cq *send_cq);
/** Always NOT_SUPPORTED, too. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_receive_cq(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_cq *receive_cq);
/** Always NOT_SUPPORTED: rings in registered memory of the host, which device code does not address; see
 * doca_verbs_qp_init_attr_set_external_umem(). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_wq_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t umem_id,
    uint64_t umem_offset);
/** Always NOT_SUPPORTED, too; see doca_verbs_qp_init_attr_set_external_dbr_umem(). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_dbr_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t umem_id,
    uint64_t umem_offset);
/** Always NOT_SUPPORTED, too; see doca_verbs_qp_init_attr_set_external_uar(). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_uar_id(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t uar_id);
/** Sets how the send queue uses its doorbell record. Commits with a fence store it, and all ring the doorbell, which fulfils all modes. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_send_dbr_mode(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    enum doca_verbs_qp_send_dbr_mode dbr_mode);
/** Sets whether all requests have completions. NOT_SUPPORTED: not 0; device code says it in each request. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_sq_sig_all(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, int sq_sig_all);
/** Sets the bytes that a request may contain itself. NOT_SUPPORTED: not 0; requests of device code have none. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_max_inline_data(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint32_t max_inline_data);
/** Sets where requests and receives complete; both are needed. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_init_attr_set_send_dpa_completion(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_dpa_completion *dpa_comp);
/** Receives complete in this context of the DPA. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_init_attr_set_receive_dpa_completion(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_dpa_completion *dpa_comp);

/** Creates and destroys a change of a queue pair. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_create(struct doca_verbs_qp_attr **verbs_qp_attr);
/** Destroys the attributes. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_destroy(struct doca_verbs_qp_attr *verbs_qp_attr);
/** Sets the state after the change. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_set_next_state(struct doca_verbs_qp_attr *verbs_qp_attr,
                                  enum doca_verbs_qp_state next_state);
/** Sets the largest payload of a packet; 1 KiB at first. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_path_mtu(
    struct doca_verbs_qp_attr *verbs_qp_attr, enum doca_mtu_size path_mtu);
/** Sets the first packet numbers, 24 bits: of the peer, and the own. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_rq_psn(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint32_t rq_psn);
/** Sets the first packet sequence number that is sent (24 bits). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_sq_psn(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint32_t sq_psn);
/** Sets the number of the peer's queue pair. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_dest_qp_num(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint32_t dest_qp_num);
/** Sets what the peer may do. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_allow_remote_write(
    struct doca_verbs_qp_attr *verbs_qp_attr, int allow_remote_write);
/** Sets whether the peer may read (0 or 1). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_allow_remote_read(
    struct doca_verbs_qp_attr *verbs_qp_attr, int allow_remote_read);
/** Sets which atomic operations the peer may do. Without it, it may if it may write. NOT_SUPPORTED: more than 8 bytes. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_set_atomic_mode(struct doca_verbs_qp_attr *verbs_qp_attr,
                                   enum doca_verbs_qp_atomic_mode atomic_mode);
/** Sets how many reads and atomic operations to the peer are in flight, 1 to 16, rounded down to a power of two; 16 at
 * first. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_max_rd_atomic(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint8_t max_rd_atomic);
/** The same for those of the peer. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_max_dest_rd_atomic(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint8_t max_dest_rd_atomic);
/** Sets the partition key: 0, the only one. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_pkey_index(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t pkey_index);
/** Sets the path to the peer, which is copied. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_attr_set_ah_attr(struct doca_verbs_qp_attr *verbs_qp_attr,
                               struct doca_verbs_ah_attr *ah_attr);
/** Sets the port: 1 at first. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_port_num(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t port_num);
/** Sets the time-out of acknowledgements. Flex IO chooses it itself, so it has no effect. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_ack_timeout(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t ack_timeout);
/** Set how often requests are repeated, 0 to 7: without acknowledgement, and without receive at the peer. Flex
 * IO has one number for both, so the larger one counts. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_retry_cnt(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t retry_cnt);
/** Sets how often a peer without a receive request is tried again (0 to 7; 7: without end). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_rnr_retry(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t rnr_retry);
/** Sets how long a peer waits that finds no receive here: 0 to 31. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_attr_set_min_rnr_timer(
    struct doca_verbs_qp_attr *verbs_qp_attr, uint16_t min_rnr_timer);

/** Creates a queue pair in the state RST; the caller owns it. INVALID_VALUE: no protection domain or completion
 * contexts, or not exactly one of DPA and external memory (rings, doorbell record and UAR). NOT_SUPPORTED:
 * external_datapath_en is not 1. BAD_STATE: a completion context or the DPA is not started. NO_MEMORY, DRIVER. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_create(struct doca_verbs_context *verbs_context,
                     struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
                     struct doca_verbs_qp **verbs_qp);
/** Destroys it. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_destroy(struct doca_verbs_qp *verbs_qp);
/** Changes the state, with the attributes of `attr_mask`, bits of enum doca_verbs_qp_attr_mask. INVALID_VALUE:
 * without NEXT_STATE, or other bits. DRIVER: the change is not possible, or an attribute is out of range. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_qp_modify(struct doca_verbs_qp *verbs_qp,
                     struct doca_verbs_qp_attr *verbs_qp_attr, int attr_mask);
/** Returns the number of a queue pair; 0 if it is not live. */
DOCA_EXPERIMENTAL uint32_t
doca_verbs_qp_get_qpn(const struct doca_verbs_qp *verbs_qp);
/** Stores its handle for device code of `dpa`. INVALID_VALUE: it was made for another one. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_qp_get_dpa_handle(
    struct doca_verbs_qp *verbs_qp, struct doca_dpa *dpa,
    doca_dpa_dev_verbs_qp_t *qp_handle);

#ifdef __cplusplus
}
#endif

#endif
