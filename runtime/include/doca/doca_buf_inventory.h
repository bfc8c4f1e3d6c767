/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Inventories: a fixed number of buffers, of any maps. NULL and handles that are not live are
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
/** Destroys an inventory; a started one is stopped. IN_USE: buffers were not returned. */
DOCA_STABLE doca_error_t
doca_buf_inventory_destroy(struct doca_buf_inventory *inventory);
/** Starts an inventory. BAD_STATE: it is started. */
DOCA_STABLE doca_error_t
doca_buf_inventory_start(struct doca_buf_inventory *inventory);
/** Stops an inventory: it gives no more buffers. BAD_STATE: it is not started. */
DOCA_STABLE doca_error_t
doca_buf_inventory_stop(struct doca_buf_inventory *inventory);

/** Takes a buffer of `len` bytes at `addr`, with data. NOT_PERMITTED: inventory or map is not started.
 * INVALID_VALUE: not inside of the map, or data not inside of the buffer. NO_MEMORY: no buffer is left. */
DOCA_STABLE doca_error_t doca_buf_inventory_buf_get_by_args(
    struct doca_buf_inventory *inventory, struct doca_mmap *mmap, void *addr,
    size_t len, void *data, size_t data_len, struct doca_buf **buf);

/** The same, for a buffer without data. */
static inline doca_error_t
doca_buf_inventory_buf_get_by_addr(struct doca_buf_inventory *inventory,
                                   struct doca_mmap *mmap, void *addr,
                                   size_t len, struct doca_buf **buf) {
  return doca_buf_inventory_buf_get_by_args(inventory, mmap, addr, len, addr, 0,
                                            buf);
}

/** The same, for a buffer that is its data. */
static inline doca_error_t
doca_buf_inventory_buf_get_by_data(struct doca_buf_inventory *inventory,
                                   struct doca_mmap *mmap, void *data,
                                   size_t data_len, struct doca_buf **buf) {
  return doca_buf_inventory_buf_get_by_args(inventory, mmap, data, data_len,
                                            data, data_len, buf);
}

/** Takes a buffer of the same memory with the same data as `src_buf`, without its list. Errors as
 * above. */
DOCA_STABLE doca_error_t doca_buf_inventory_buf_dup(
    struct doca_buf_inventory *inventory, const struct doca_buf *src_buf,
    struct doca_buf **dst_buf);

/** Stores how many buffers the inventory has, and how many are left. */
DOCA_STABLE doca_error_t doca_buf_inventory_get_num_elements(
    const struct doca_buf_inventory *inventory, uint32_t *num_elements);
/** Stores how many buffers can still be taken. */
DOCA_STABLE doca_error_t doca_buf_inventory_get_num_free_elements(
    const struct doca_buf_inventory *inventory, uint32_t *num_free_elements);

/** Stores a value of the program with the inventory. */
DOCA_STABLE doca_error_t doca_buf_inventory_set_user_data(
    struct doca_buf_inventory *inventory, union doca_data user_data);
/** Stores the value of doca_buf_inventory_set_user_data(); 0 before. */
DOCA_STABLE doca_error_t doca_buf_inventory_get_user_data(
    const struct doca_buf_inventory *inventory, union doca_data *user_data);

#ifdef __cplusplus
}
#endif

#endif
