/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Ethernet queues of device code. A part of doca_verbs.h, which is the header to include. C and C++.
 */
#ifndef DOCA_VERBS_ETH_H
#define DOCA_VERBS_ETH_H

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_dpa;
struct doca_dpa_completion;
struct doca_uar;
struct doca_umem;
struct doca_verbs_context;
struct doca_verbs_pd;
struct doca_verbs_cq;
struct doca_verbs_srq;
struct doca_verbs_eth_sq;
struct doca_verbs_eth_sq_init_attr;
struct doca_verbs_eth_rq;
struct doca_verbs_eth_rq_init_attr;

/** A send queue, for device code. */
typedef uint64_t doca_dpa_dev_verbs_eth_sq_t;
/** A receive queue, for device code. */
typedef uint64_t doca_dpa_dev_verbs_eth_rq_t;

/** Clocks of time stamps of completions. */
#define DOCA_VERBS_TS_SOURCE_DEFAULT 0      /**< FREE_RUNNING */
#define DOCA_VERBS_TS_SOURCE_FREE_RUNNING 1 /**< ns since device open */
#define DOCA_VERBS_TS_SOURCE_REAL_TIME 2    /**< not supported */

/** Creates the attributes of send queues; the caller owns them. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_create(struct doca_verbs_eth_sq_init_attr **attr);
/** Destroys the attributes; queues that were created from them are not affected. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_destroy(struct doca_verbs_eth_sq_init_attr *attr);
/** Sets the protection domain, to which the keys in requests belong. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_pd(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_verbs_pd *pd);
/** Sets the number of requests, 1 to 32768, rounded up to a power of two; 1 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_wr_num(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t wr_num);
/** Sets the largest number of scatter/gather entries of a request: 1 to 61. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_max_sges(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t max_sges);
/** Sets the logical number of the queue. No effect: sending does not use steering rules. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_queue_id(
    struct doca_verbs_eth_sq_init_attr *attr, uint16_t queue_id);
/** Sets the user data of completions: 24 bits. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_user_index(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t user_index);
/** Selects device code to post requests: must be 1. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_set_external_datapath_en(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t external_datapath_en);
/** Selects the library to allocate the ring in memory of `dpa`, whose device code uses the queue. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_dpa(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_dpa *dpa);
/** Places the ring in memory of the program instead, at `umem_offset`: basic blocks of 64 bytes, as many as
 * the requests need, rounded up to a power of two. A request needs one block for up to two scatter/gather
 * entries, and one more for each further four. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_external_umem(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** Places the doorbell record, of 8 bytes, in memory of the program at `umem_offset`. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_set_external_dbr_umem(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** Sets the UAR for rings in memory of the program. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_external_uar(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_uar *external_uar);
/** Sets the completion context; required. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_dpa_completion(
    struct doca_verbs_eth_sq_init_attr *attr,
    struct doca_dpa_completion *dpa_comp);
/** Always NOT_SUPPORTED: completion queues of host code are not implemented. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_cq(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_verbs_cq *cq);
/** Sets the clock of time stamps of completions, DOCA_VERBS_TS_SOURCE_*. NOT_SUPPORTED: REAL_TIME. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_ts_source_type(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t ts_source_type);
/** Sets whether an entry may hold several packets: 0 or 1. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_set_allow_multi_pkt_send_wqe(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t allow_multi_pkt_send_wqe);
/** Sets whether all requests have completions. NOT_SUPPORTED: not 0; device code requests completions by
 * flags of each request. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_sig_all(
    struct doca_verbs_eth_sq_init_attr *attr, int sig_all);
/** Sets the size of inline data, in bytes. NOT_SUPPORTED: not 0; requests of device code do not have inline
 * data. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_max_inline_data(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t max_inline_data);

/** Sets whether requests complete as flushed after an error. NOT_SUPPORTED: not 1; the card always does. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_set_flush_in_error_en(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t flush_in_error_en);
/** Sets the plane of the device. NOT_SUPPORTED: not 0. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_plane_index(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t plane_index);

/** Creates a send queue in the ready state; the caller owns it. INVALID_VALUE: no protection domain or
 * completion context, or both or neither of DPA and external memory. NOT_SUPPORTED: external_datapath_en is
 * not 1. BAD_STATE: the completion context or the DPA is not started. NO_MEMORY, DRIVER. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_create(struct doca_verbs_context *verbs_context,
                         struct doca_verbs_eth_sq_init_attr *attr,
                         struct doca_verbs_eth_sq **eth_sq);
/** Destroys a send queue. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_destroy(struct doca_verbs_eth_sq *eth_sq);
/** Returns the number of the queue on the device; 0 if the queue is not live. */
DOCA_EXPERIMENTAL uint32_t
doca_verbs_eth_sq_get_sq_hw_number(const struct doca_verbs_eth_sq *eth_sq);
/** Stores the handle of the queue for device code of `dpa`. INVALID_VALUE: it was created for another DPA
 * context. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_get_dpa_handle(
    struct doca_verbs_eth_sq *eth_sq, struct doca_dpa *dpa,
    doca_dpa_dev_verbs_eth_sq_t *handle);

/** Creates the attributes of receive queues; the caller owns them. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_create(struct doca_verbs_eth_rq_init_attr **attr);
/** Destroys the attributes; queues that were created from them are not affected. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_destroy(struct doca_verbs_eth_rq_init_attr *attr);
/** Sets the protection domain, to which the keys in requests belong. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_pd(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_verbs_pd *pd);
/** Sets the number of requests, 1 to 32768, rounded up to a power of two; 1 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_wr_num(
    struct doca_verbs_eth_rq_init_attr *attr, uint32_t wr_num);
/** Sets the largest number of scatter/gather entries of a request: 1 to 32. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_max_sges(
    struct doca_verbs_eth_rq_init_attr *attr, uint32_t max_sges);
/** Sets the number by which pipes direct frames to the queue (struct doca_flow_resource_rss_cfg), unique in a
 * device. Without a number the queue does not receive frames. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_queue_id(
    struct doca_verbs_eth_rq_init_attr *attr, uint16_t queue_id);
/** Sets the user data of completions: 24 bits. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_user_index(
    struct doca_verbs_eth_rq_init_attr *attr, uint32_t user_index);
/** Selects device code to post requests: must be 1. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_set_external_datapath_en(
    struct doca_verbs_eth_rq_init_attr *attr, uint8_t external_datapath_en);
/** Selects the library to allocate the ring in memory of `dpa`, whose device code uses the queue. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_dpa(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_dpa *dpa);
/** Places the ring in memory of the program instead, at `umem_offset`: entries of 16 bytes for each
 * scatter/gather entry, rounded up to a power of two, aligned to their size. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_external_umem(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** Places the doorbell record, of 8 bytes, in memory of the program at `umem_offset`. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_set_external_dbr_umem(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** Sets the UAR for rings in memory of the program. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_external_uar(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_uar *external_uar);
/** Sets the completion context; required. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_dpa_completion(
    struct doca_verbs_eth_rq_init_attr *attr,
    struct doca_dpa_completion *dpa_comp);
/** Always NOT_SUPPORTED: completion queues of host code are not implemented. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_cq(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_verbs_cq *cq);
/** Sets the clock of time stamps of completions, DOCA_VERBS_TS_SOURCE_*. NOT_SUPPORTED: REAL_TIME. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_ts_source_type(
    struct doca_verbs_eth_rq_init_attr *attr, uint8_t ts_source_type);
/** Always NOT_SUPPORTED: shared receive queues are for queue pairs. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_srq(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_verbs_srq *srq);

/** Sets whether requests complete as flushed after an error. NOT_SUPPORTED: not 1; the card always does. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_set_flush_in_error_en(
    struct doca_verbs_eth_rq_init_attr *attr, uint8_t flush_in_error_en);
/** Sets the plane of the device. NOT_SUPPORTED: not 0. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_plane_index(
    struct doca_verbs_eth_rq_init_attr *attr, uint8_t plane_index);

/** Creates a receive queue in the ready state; the caller owns it. INVALID_VALUE: no protection domain or
 * completion context, or both or neither of DPA and external memory. NOT_SUPPORTED: external_datapath_en is
 * not 1. BAD_STATE: the completion context or the DPA is not started. ALREADY_EXIST: the device has a queue
 * with this queue id. NO_MEMORY, DRIVER. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_create(struct doca_verbs_context *verbs_context,
                         struct doca_verbs_eth_rq_init_attr *attr,
                         struct doca_verbs_eth_rq **eth_rq);
/** Destroys a receive queue. IN_USE: an entry of a pipe directs frames to it. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_destroy(struct doca_verbs_eth_rq *eth_rq);
/** Returns the number of the queue on the device; 0 if the queue is not live. */
DOCA_EXPERIMENTAL uint32_t
doca_verbs_eth_rq_get_rq_hw_number(const struct doca_verbs_eth_rq *eth_rq);
/** Stores the handle of the queue for device code of `dpa`. INVALID_VALUE: it was created for another DPA
 * context. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_get_dpa_handle(
    struct doca_verbs_eth_rq *eth_rq, struct doca_dpa *dpa,
    doca_dpa_dev_verbs_eth_rq_t *handle);

#ifdef __cplusplus
}
#endif

#endif
