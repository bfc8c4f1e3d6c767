/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Shared receive queues of device code: queues of receive requests for several queue pairs. A part of
 * doca_verbs.h, which is the header to include. C and C++.
 */
#ifndef DOCA_VERBS_SRQ_H
#define DOCA_VERBS_SRQ_H

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_dpa;
struct doca_umem;
struct doca_verbs_context;
struct doca_verbs_pd;
struct doca_verbs_srq;
struct doca_verbs_srq_init_attr;

/** The queue, for device code. */
typedef uint64_t doca_dpa_dev_verbs_srq_t;

/** Types of shared receive queues. */
enum doca_verbs_srq_type {
  DOCA_VERBS_SRQ_TYPE_LINKED_LIST =
      0, /**< device code releases entries in any order */
  DOCA_VERBS_SRQ_TYPE_CONTIGUOUS =
      1 /**< entries are used in the order of the ring */
};

/** Creates the attributes; the caller owns them. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_srq_init_attr_create(struct doca_verbs_srq_init_attr **attr);
/** Destroys the attributes; queues that were created from them are not affected. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_srq_init_attr_destroy(struct doca_verbs_srq_init_attr *attr);
/** Sets the protection domain, to which the keys in requests belong. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_pd(
    struct doca_verbs_srq_init_attr *attr, struct doca_verbs_pd *pd);
/** Sets the least number of requests, 1 to 32767; 1 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_srq_wr(
    struct doca_verbs_srq_init_attr *attr, uint32_t srq_wr);
/** Sets the largest number of scatter/gather entries of a request: 1 to 31. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_receive_max_sges(
    struct doca_verbs_srq_init_attr *attr, uint32_t receive_max_sges);
/** Sets the type; LINKED_LIST by default. Device code must pass the same type. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_type(
    struct doca_verbs_srq_init_attr *attr, enum doca_verbs_srq_type srq_type);
/** Selects the library to allocate the entries in memory of `dpa`, whose device code uses the queue. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_dpa(
    struct doca_verbs_srq_init_attr *attr, struct doca_dpa *dpa);
/** Another name of doca_verbs_srq_init_attr_set_dpa(). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_dpa_ctx(
    struct doca_verbs_srq_init_attr *attr, struct doca_dpa *dpa);
/** Places the entries in memory of the program instead, at `umem_offset`. Number of entries: the number of
 * requests (in a linked list plus 1), rounded up to a power of two. Size of an entry: 16 bytes for each
 * scatter/gather entry (in a linked list plus 16 bytes), rounded up to a power of two. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_external_umem(
    struct doca_verbs_srq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** Places the doorbell record, of 8 bytes, in memory of the program at `umem_offset`. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_external_dbr_umem(
    struct doca_verbs_srq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);

/** Creates a queue; the caller owns it. INVALID_VALUE: no protection domain, or both or neither of DPA and
 * external memory. BAD_STATE: the DPA is not started. NO_MEMORY, DRIVER. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_create(
    struct doca_verbs_context *verbs_context,
    struct doca_verbs_srq_init_attr *attr, struct doca_verbs_srq **srq);
/** Destroys a queue. IN_USE: a queue pair uses it. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_srq_destroy(struct doca_verbs_srq *srq);
/** Returns the number of the queue; 0 if the queue is not live. */
DOCA_EXPERIMENTAL uint32_t
doca_verbs_srq_get_srqn(const struct doca_verbs_srq *srq);
/** Stores the handle of the queue for device code of `dpa`. INVALID_VALUE: it was created for another DPA
 * context. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_srq_get_dpa_handle(struct doca_verbs_srq *srq, struct doca_dpa *dpa,
                              doca_dpa_dev_verbs_srq_t *handle);

#ifdef __cplusplus
}
#endif

#endif
