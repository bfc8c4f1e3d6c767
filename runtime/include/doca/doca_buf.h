/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Buffers: a buffer is the range [head, head + len) of a memory map; its data are [data, data + data_len)
 * within it. Buffers are allocated from an inventory (doca_buf_inventory.h) and released to it when
 * their reference count becomes 0. Lengths are in bytes. NULL and handles that are not
 * live are DOCA_ERROR_INVALID_VALUE. C and C++.
 */
#ifndef DOCA_BUF_H
#define DOCA_BUF_H

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_buf;

/** Increments the reference count; stores the previous count in *refcount unless it is NULL. */
DOCA_STABLE doca_error_t doca_buf_inc_refcount(struct doca_buf *buf,
                                               uint16_t *refcount);
/** Decrements the reference count; stores the previous count in *refcount unless it is NULL. At 0 the
 * buffer and all later members of its list are released to the inventory. NOT_PERMITTED: the count would
 * become 0, and the buffer is not the head of its list. */
DOCA_STABLE doca_error_t doca_buf_dec_refcount(struct doca_buf *buf,
                                               uint16_t *refcount);
/** Stores the reference count. */
DOCA_STABLE doca_error_t doca_buf_get_refcount(struct doca_buf *buf,
                                               uint16_t *refcount);

/** Stores the length of the buffer, in bytes. */
DOCA_STABLE doca_error_t doca_buf_get_len(const struct doca_buf *buf,
                                          size_t *len);
/** Stores the address of the buffer. */
DOCA_STABLE doca_error_t doca_buf_get_head(const struct doca_buf *buf,
                                           void **head);
/** Stores the length of the data, in bytes. */
DOCA_STABLE doca_error_t doca_buf_get_data_len(const struct doca_buf *buf,
                                               size_t *data_len);
/** Stores the address of the data. */
DOCA_STABLE doca_error_t doca_buf_get_data(const struct doca_buf *buf,
                                           void **data);

/** Sets address and length of the data. INVALID_VALUE: the data are not within the buffer. */
DOCA_STABLE doca_error_t doca_buf_set_data(struct doca_buf *buf, void *data,
                                           size_t data_len);
/** Sets the length of the data to 0; their address is kept. */
DOCA_STABLE doca_error_t doca_buf_reset_data_len(struct doca_buf *buf);

/** Appends list2 to list1. INVALID_VALUE: either is not the head of a list, or both are the same list. */
DOCA_STABLE doca_error_t doca_buf_chain_list(struct doca_buf *list1,
                                             struct doca_buf *list2);
/** Splits list1 before its member list2. INVALID_VALUE: list1 is not the head of a list, or list2 is not
 * a later member of it. */
DOCA_STABLE doca_error_t doca_buf_unchain_list(struct doca_buf *list1,
                                               struct doca_buf *list2);
/** Stores the next buffer of the list, or NULL after the last one. */
DOCA_STABLE doca_error_t doca_buf_get_next_in_list(struct doca_buf *buf,
                                                   struct doca_buf **next_buf);
/** Stores the last buffer of the list. */
DOCA_STABLE doca_error_t doca_buf_get_last_in_list(struct doca_buf *buf,
                                                   struct doca_buf **last_buf);
/** Stores the number of buffers in the list. INVALID_VALUE: `buf` is not the head of a list. */
DOCA_STABLE doca_error_t doca_buf_get_list_len(const struct doca_buf *buf,
                                               uint32_t *num_elements);

#ifdef __cplusplus
}
#endif

#endif
