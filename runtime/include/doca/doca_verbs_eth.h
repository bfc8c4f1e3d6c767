/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Ethernet queues of device code by verbs. A part of doca_verbs.h, which is the header to include. C and C++.
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

/** Clocks of completions' times. */
#define DOCA_VERBS_TS_SOURCE_DEFAULT 0      /**< FREE_RUNNING */
#define DOCA_VERBS_TS_SOURCE_FREE_RUNNING 1 /**< since the device was opened */
#define DOCA_VERBS_TS_SOURCE_REAL_TIME 2    /**< not supported */

/** Creates the attributes of send queues; the caller owns them. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_create(struct doca_verbs_eth_sq_init_attr **attr);
/** Destroys them; queues that were created from them stay. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_destroy(struct doca_verbs_eth_sq_init_attr *attr);
/** Sets the protection domain, to which the keys in requests belong. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_pd(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_verbs_pd *pd);
/** Sets how many requests fit, 1 to 32768, rounded up to a power of two; 1 at first. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_wr_num(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t wr_num);
/** Sets how many pieces of memory a request has at most: 1 to 61. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_max_sges(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t max_sges);
/** Sets the logical number of the queue. Sending needs no rules, so that it has no effect. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_queue_id(
    struct doca_verbs_eth_sq_init_attr *attr, uint16_t queue_id);
/** Sets what completions have as user data: 24 bits. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_user_index(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t user_index);
/** Says that device code posts: must be 1. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_set_external_datapath_en(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t external_datapath_en);
/** Has the library allocate the ring in memory of `dpa`, whose device code uses the queue. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_dpa(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_dpa *dpa);
/** Gives the ring instead, at `umem_offset`: basic blocks of 64 bytes, as many as requests need, rounded up to a
 * power of two. A request needs one block with up to two pieces of memory, and one more for each further four. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_external_umem(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** The same for the doorbell record, 8 bytes. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_set_external_dbr_umem(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** The same for the doorbells. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_external_uar(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_uar *external_uar);
/** Sets where requests complete: needed. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_dpa_completion(
    struct doca_verbs_eth_sq_init_attr *attr,
    struct doca_dpa_completion *dpa_comp);
/** Always NOT_SUPPORTED: there are no completion queues of host code. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_cq(
    struct doca_verbs_eth_sq_init_attr *attr, struct doca_verbs_cq *cq);
/** Sets the clock of completions' times, DOCA_VERBS_TS_SOURCE_*. NOT_SUPPORTED: REAL_TIME. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_ts_source_type(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t ts_source_type);
/** Sets whether an entry may hold several packets: 0 or 1. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_set_allow_multi_pkt_send_wqe(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t allow_multi_pkt_send_wqe);
/** Sets whether all requests have completions. NOT_SUPPORTED: not 0; device code says it in each request. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_sig_all(
    struct doca_verbs_eth_sq_init_attr *attr, int sig_all);
/** Sets the bytes that a request may contain itself. NOT_SUPPORTED: not 0; requests of device code have none. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_max_inline_data(
    struct doca_verbs_eth_sq_init_attr *attr, uint32_t max_inline_data);

/** Sets whether requests complete as flushed after an error. NOT_SUPPORTED: not 1; the card does so always. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_init_attr_set_flush_in_error_en(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t flush_in_error_en);
/** Sets a plane of the device. NOT_SUPPORTED: not 0, the only one. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_init_attr_set_plane_index(
    struct doca_verbs_eth_sq_init_attr *attr, uint8_t plane_index);

/** Creates a send queue that is ready; the caller owns it. INVALID_VALUE: no protection domain or completion
 * context, or not exactly one of DPA and external memory. NOT_SUPPORTED: external_datapath_en is not 1. BAD_STATE: the
 * completion context or the DPA is not started. NO_MEMORY, DRIVER. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_create(struct doca_verbs_context *verbs_context,
                         struct doca_verbs_eth_sq_init_attr *attr,
                         struct doca_verbs_eth_sq **eth_sq);
/** Destroys it. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_sq_destroy(struct doca_verbs_eth_sq *eth_sq);
/** Returns its number on the device; 0 if it is not live. */
DOCA_EXPERIMENTAL uint32_t
doca_verbs_eth_sq_get_sq_hw_number(const struct doca_verbs_eth_sq *eth_sq);
/** Stores its handle for device code of `dpa`. INVALID_VALUE: it was created for another one. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_sq_get_dpa_handle(
    struct doca_verbs_eth_sq *eth_sq, struct doca_dpa *dpa,
    doca_dpa_dev_verbs_eth_sq_t *handle);

/** Creates the attributes of receive queues; the caller owns them. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_create(struct doca_verbs_eth_rq_init_attr **attr);
/** Destroys them; queues that were created from them stay. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_destroy(struct doca_verbs_eth_rq_init_attr *attr);
/** Sets the protection domain, to which the keys in requests belong. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_pd(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_verbs_pd *pd);
/** Sets how many requests fit, 1 to 32768, rounded up to a power of two; 1 at first. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_wr_num(
    struct doca_verbs_eth_rq_init_attr *attr, uint32_t wr_num);
/** Sets how many pieces of memory a request has at most: 1 to 32. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_max_sges(
    struct doca_verbs_eth_rq_init_attr *attr, uint32_t max_sges);
/** Sets the number by which libdoca_flow finds the queue (doca_flow_resource_rss_cfg). A device has one queue with
 * it. Without this call no pipe directs frames to the queue. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_queue_id(
    struct doca_verbs_eth_rq_init_attr *attr, uint16_t queue_id);
/** Sets what completions have as user data: 24 bits. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_user_index(
    struct doca_verbs_eth_rq_init_attr *attr, uint32_t user_index);
/** Says that device code posts: must be 1. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_set_external_datapath_en(
    struct doca_verbs_eth_rq_init_attr *attr, uint8_t external_datapath_en);
/** Has the library allocate the ring in memory of `dpa`, whose device code uses the queue. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_dpa(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_dpa *dpa);
/** Gives the ring instead, at `umem_offset`: entries of 16 bytes for each piece of memory, rounded up to a power of
 * two, aligned to their size. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_external_umem(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** The same for the doorbell record, 8 bytes. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_set_external_dbr_umem(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** The same for the doorbells. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_external_uar(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_uar *external_uar);
/** Sets where requests complete: needed. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_dpa_completion(
    struct doca_verbs_eth_rq_init_attr *attr,
    struct doca_dpa_completion *dpa_comp);
/** Always NOT_SUPPORTED: there are no completion queues of host code. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_cq(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_verbs_cq *cq);
/** Sets the clock of completions' times, DOCA_VERBS_TS_SOURCE_*. NOT_SUPPORTED: REAL_TIME. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_ts_source_type(
    struct doca_verbs_eth_rq_init_attr *attr, uint8_t ts_source_type);
/** Always NOT_SUPPORTED: shared receive queues are for queue pairs. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_srq(
    struct doca_verbs_eth_rq_init_attr *attr, struct doca_verbs_srq *srq);

/** Sets whether requests complete as flushed after an error. NOT_SUPPORTED: not 1; the card does so always. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_init_attr_set_flush_in_error_en(
    struct doca_verbs_eth_rq_init_attr *attr, uint8_t flush_in_error_en);
/** Sets a plane of the device. NOT_SUPPORTED: not 0, the only one. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_init_attr_set_plane_index(
    struct doca_verbs_eth_rq_init_attr *attr, uint8_t plane_index);

/** Creates a receive queue that is ready; the caller owns it. INVALID_VALUE: no protection domain or completion
 * context, or not exactly one of DPA and external memory. NOT_SUPPORTED: external_datapath_en is not 1. BAD_STATE: the
 * completion context or the DPA is not started. ALREADY_EXIST: the device has a queue with this queue id. NO_MEMORY, DRIVER. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_create(struct doca_verbs_context *verbs_context,
                         struct doca_verbs_eth_rq_init_attr *attr,
                         struct doca_verbs_eth_rq **eth_rq);
/** Destroys it. IN_USE: an entry of a pipe directs frames to it. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_eth_rq_destroy(struct doca_verbs_eth_rq *eth_rq);
/** Returns its number on the device; 0 if it is not live. */
DOCA_EXPERIMENTAL uint32_t
doca_verbs_eth_rq_get_rq_hw_number(const struct doca_verbs_eth_rq *eth_rq);
/** Stores its handle for device code of `dpa`. INVALID_VALUE: it was created for another one. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_eth_rq_get_dpa_handle(
    struct doca_verbs_eth_rq *eth_rq, struct doca_dpa *dpa,
    doca_dpa_dev_verbs_eth_rq_t *handle);

#ifdef __cplusplus
}
#endif

#endif
