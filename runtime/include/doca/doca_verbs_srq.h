/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Shared receive queues of device code by verbs: receive requests that several queue pairs take from. A part of
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

/** Handle of device code. */
typedef uint64_t doca_dpa_dev_verbs_srq_t;

/** How entries follow each other. */
enum doca_verbs_srq_type {
  DOCA_VERBS_SRQ_TYPE_LINKED_LIST =
      0, /**< device code gives entries back, in any order */
  DOCA_VERBS_SRQ_TYPE_CONTIGUOUS = 1 /**< as in a ring */
};

/** Creates the attributes; the caller owns them. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_srq_init_attr_create(struct doca_verbs_srq_init_attr **attr);
/** Destroys them; queues that were created from them stay. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_srq_init_attr_destroy(struct doca_verbs_srq_init_attr *attr);
/** Sets the protection domain, to which the keys in requests belong. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_pd(
    struct doca_verbs_srq_init_attr *attr, struct doca_verbs_pd *pd);
/** Sets how many requests fit at least, 1 to 32767; 1 at first. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_srq_wr(
    struct doca_verbs_srq_init_attr *attr, uint32_t srq_wr);
/** Sets how many pieces of memory a request has at most: 1 to 31. NOT_SUPPORTED: more. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_receive_max_sges(
    struct doca_verbs_srq_init_attr *attr, uint32_t receive_max_sges);
/** Sets the type; a linked list at first. Device code must name the same one. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_type(
    struct doca_verbs_srq_init_attr *attr, enum doca_verbs_srq_type srq_type);
/** Has the library allocate the entries in memory of `dpa`, whose device code uses the queue. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_dpa(
    struct doca_verbs_srq_init_attr *attr, struct doca_dpa *dpa);
/** Another name of doca_verbs_srq_init_attr_set_dpa(). */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_dpa_ctx(
    struct doca_verbs_srq_init_attr *attr, struct doca_dpa *dpa);
/** Gives the entries instead, at `umem_offset`. Their number is that of requests, of a linked list plus 1, rounded up to a
 * power of two; an entry has 16 bytes for each piece of memory, of a linked list plus 16, rounded up to a power of two. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_external_umem(
    struct doca_verbs_srq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);
/** The same for the doorbell record, 8 bytes. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_init_attr_set_external_dbr_umem(
    struct doca_verbs_srq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset);

/** Creates a queue; the caller owns it. INVALID_VALUE: no protection domain, or not exactly one of DPA and external
 * memory. BAD_STATE: the DPA is not started. NO_MEMORY, DRIVER. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_srq_create(
    struct doca_verbs_context *verbs_context,
    struct doca_verbs_srq_init_attr *attr, struct doca_verbs_srq **srq);
/** Destroys it. IN_USE: a queue pair uses it. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_srq_destroy(struct doca_verbs_srq *srq);
/** Returns its number; 0 if it is not live. */
DOCA_EXPERIMENTAL uint32_t
doca_verbs_srq_get_srqn(const struct doca_verbs_srq *srq);
/** Stores its handle for device code of `dpa`. INVALID_VALUE: it was created for another one. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_srq_get_dpa_handle(struct doca_verbs_srq *srq, struct doca_dpa *dpa,
                              doca_dpa_dev_verbs_srq_t *handle);

#ifdef __cplusplus
}
#endif

#endif
