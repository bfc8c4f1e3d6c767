/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Inventories: pools with a fixed number of buffers, of any maps. NULL and handles that are not live are
 * DOCA_ERROR_INVALID_VALUE. C and C++.
 */
#ifndef DOCA_BUF_INVENTORY_H
#define DOCA_BUF_INVENTORY_H

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#if DOCA_COMPAT_VERSION < 210
#include <doca_buf.h>
#include <doca_mmap.h>
#endif
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_buf;
struct doca_mmap;
struct doca_buf_inventory;

/** Creates an inventory of `num_elements` buffers, at least 1; the caller owns it. NO_MEMORY. */
DOCA_STABLE doca_error_t doca_buf_inventory_create(
    size_t num_elements, struct doca_buf_inventory **inventory);
/** Destroys an inventory; a started one is stopped. IN_USE: a buffer is still allocated. */
DOCA_STABLE doca_error_t
doca_buf_inventory_destroy(struct doca_buf_inventory *inventory);
/** Starts an inventory. BAD_STATE: already started. */
DOCA_STABLE doca_error_t
doca_buf_inventory_start(struct doca_buf_inventory *inventory);
/** Stops an inventory: no more buffers can be allocated. BAD_STATE: not started. */
DOCA_STABLE doca_error_t
doca_buf_inventory_stop(struct doca_buf_inventory *inventory);

/** Allocates a buffer of `len` bytes at `addr` with `data_len` bytes of data at `data`; its reference count
 * is 1. NOT_PERMITTED: inventory or map is not started. INVALID_VALUE: the buffer is not within the map,
 * or the data are not within the buffer. NO_MEMORY: no buffer is free. */
DOCA_STABLE doca_error_t doca_buf_inventory_buf_get_by_args(
    struct doca_buf_inventory *inventory, struct doca_mmap *mmap, void *addr,
    size_t len, void *data, size_t data_len, struct doca_buf **buf);

/** Allocates a buffer without data. Errors of doca_buf_inventory_buf_get_by_args(). */
static inline doca_error_t
doca_buf_inventory_buf_get_by_addr(struct doca_buf_inventory *inventory,
                                   struct doca_mmap *mmap, void *addr,
                                   size_t len, struct doca_buf **buf) {
  return doca_buf_inventory_buf_get_by_args(inventory, mmap, addr, len, addr, 0,
                                            buf);
}

/** Allocates a buffer whose data are the whole buffer. Errors of doca_buf_inventory_buf_get_by_args(). */
static inline doca_error_t
doca_buf_inventory_buf_get_by_data(struct doca_buf_inventory *inventory,
                                   struct doca_mmap *mmap, void *data,
                                   size_t data_len, struct doca_buf **buf) {
  return doca_buf_inventory_buf_get_by_args(inventory, mmap, data, data_len,
                                            data, data_len, buf);
}

/** Allocates a buffer with the same memory and data as `src_buf`; it is not in a list. Errors of
 * doca_buf_inventory_buf_get_by_args(). */
DOCA_STABLE doca_error_t doca_buf_inventory_buf_dup(
    struct doca_buf_inventory *inventory, const struct doca_buf *src_buf,
    struct doca_buf **dst_buf);

/** Stores the number of buffers of the inventory. */
DOCA_STABLE doca_error_t doca_buf_inventory_get_num_elements(
    const struct doca_buf_inventory *inventory, uint32_t *num_elements);
/** Stores the number of free buffers. */
DOCA_STABLE doca_error_t doca_buf_inventory_get_num_free_elements(
    const struct doca_buf_inventory *inventory, uint32_t *num_free_elements);

/** Sets a value that the library keeps for the program. */
DOCA_STABLE doca_error_t doca_buf_inventory_set_user_data(
    struct doca_buf_inventory *inventory, union doca_data user_data);
/** Stores the value of doca_buf_inventory_set_user_data(); 0 by default. */
DOCA_STABLE doca_error_t doca_buf_inventory_get_user_data(
    const struct doca_buf_inventory *inventory, union doca_data *user_data);

#ifdef __cplusplus
}
#endif

#endif
