/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Buffers: pieces of a memory map, with the data in them. A buffer is [head, head + len), its data
 * [data, data + data_len) inside. Buffers come from an inventory (doca_buf_inventory.h) and return
 * to it when their count of references becomes 0. Lengths are in bytes. NULL and handles that are not
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

/** Adds a reference; `*refcount`, if not NULL, becomes the count before. */
DOCA_STABLE doca_error_t doca_buf_inc_refcount(struct doca_buf *buf,
                                               uint16_t *refcount);
/** Removes a reference; `*refcount`, if not NULL, becomes the count before. The last one returns the
 * buffer, and those that follow it in its list, to the inventory. NOT_PERMITTED: that would end a buffer
 * inside of a list. */
DOCA_STABLE doca_error_t doca_buf_dec_refcount(struct doca_buf *buf,
                                               uint16_t *refcount);
/** Stores the count of references. */
DOCA_STABLE doca_error_t doca_buf_get_refcount(struct doca_buf *buf,
                                               uint16_t *refcount);

/** Stores length and start of the buffer, and of its data. */
DOCA_STABLE doca_error_t doca_buf_get_len(const struct doca_buf *buf,
                                          size_t *len);
/** Stores where the memory of the buffer begins. */
DOCA_STABLE doca_error_t doca_buf_get_head(const struct doca_buf *buf,
                                           void **head);
/** Stores the size of the data, in bytes. */
DOCA_STABLE doca_error_t doca_buf_get_data_len(const struct doca_buf *buf,
                                               size_t *data_len);
/** Stores where the data begins. */
DOCA_STABLE doca_error_t doca_buf_get_data(const struct doca_buf *buf,
                                           void **data);

/** Says where the data are. INVALID_VALUE: not inside of the buffer. */
DOCA_STABLE doca_error_t doca_buf_set_data(struct doca_buf *buf, void *data,
                                           size_t data_len);
/** The buffer has no data; they would begin at the same place. */
DOCA_STABLE doca_error_t doca_buf_reset_data_len(struct doca_buf *buf);

/** Appends list2 to list1. INVALID_VALUE: one does not begin its list, or both are the same list. */
DOCA_STABLE doca_error_t doca_buf_chain_list(struct doca_buf *list1,
                                             struct doca_buf *list2);
/** Splits list1 before its member list2. INVALID_VALUE: list1 does not begin its list, or list2 is not
 * behind it. */
DOCA_STABLE doca_error_t doca_buf_unchain_list(struct doca_buf *list1,
                                               struct doca_buf *list2);
/** Stores the buffer that follows in the list; NULL: none. */
DOCA_STABLE doca_error_t doca_buf_get_next_in_list(struct doca_buf *buf,
                                                   struct doca_buf **next_buf);
/** Stores the last buffer of the list. */
DOCA_STABLE doca_error_t doca_buf_get_last_in_list(struct doca_buf *buf,
                                                   struct doca_buf **last_buf);
/** Stores the number of buffers of the list that `buf` begins. INVALID_VALUE: it does not begin one. */
DOCA_STABLE doca_error_t doca_buf_get_list_len(const struct doca_buf *buf,
                                               uint32_t *num_elements);

#ifdef __cplusplus
}
#endif

#endif
