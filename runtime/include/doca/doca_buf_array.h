/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Buffer arrays: elements of equal size in a memory map, for device code. Element i is at the map's
 * address + start_offset + i * element size. Sizes are in bytes. NULL and handles that are not live
 * are DOCA_ERROR_INVALID_VALUE. C and C++.
 */
#ifndef DOCA_BUF_ARRAY_H
#define DOCA_BUF_ARRAY_H

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#if DOCA_COMPAT_VERSION < 210
#include <doca_buf.h>
#include <doca_mmap.h>
#endif
#include <doca_error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_buf_arr;
struct doca_dpa;
struct doca_mmap;

#if DOCA_COMPAT_VERSION < 210

/** Opaque; the pointer, converted to an integer, is the handle for device code. */
struct doca_dpa_dev_buf_arr;

/** Creates an array of elements of `mmap`; the caller owns it. NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_buf_arr_create(
    struct doca_mmap *mmap,
    struct doca_buf_arr **buf_arr) __asm__("doca_buf_arr_create_v205");
/** Sets the size of an element, the number of elements, and the offset of the first element, in bytes.
 * BAD_STATE: the array is started. */
DOCA_EXPERIMENTAL doca_error_t doca_buf_arr_set_params(
    struct doca_buf_arr *buf_arr, size_t size, uint32_t num_elem,
    uint32_t start_offset) __asm__("doca_buf_arr_set_params_v205");
/** Stores the handle for device code. BAD_STATE: the array is not started. */
DOCA_EXPERIMENTAL doca_error_t doca_buf_arr_get_dpa_handle(
    const struct doca_buf_arr *buf_arr,
    struct doca_dpa_dev_buf_arr *
        *dpa_buf_arr) __asm__("doca_buf_arr_get_dpa_handle_v205");

#else

/** A buffer array, for device code. */
typedef uint64_t doca_dpa_dev_buf_arr_t;

/** Creates an array of `num_elem` elements, at least 1; the caller owns it. NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t
doca_buf_arr_create(size_t num_elem, struct doca_buf_arr **buf_arr);
/** Sets the map, the size of an element, and the offset of the first element, in bytes. BAD_STATE: the
 * array is started. */
DOCA_EXPERIMENTAL doca_error_t
doca_buf_arr_set_params(struct doca_buf_arr *buf_arr, struct doca_mmap *mmap,
                        size_t elem_size, uint64_t start_offset);
/** Stores the handle for device code. BAD_STATE: the array is not started. */
DOCA_EXPERIMENTAL doca_error_t doca_buf_arr_get_dpa_handle(
    const struct doca_buf_arr *buf_arr, doca_dpa_dev_buf_arr_t *dpa_buf_arr);

#endif

/** Destroys an array; a started one is stopped. */
DOCA_EXPERIMENTAL doca_error_t
doca_buf_arr_destroy(struct doca_buf_arr *buf_arr);

/** Sets the DPA context whose device code uses the array. BAD_STATE: the array is started. */
DOCA_EXPERIMENTAL doca_error_t doca_buf_arr_set_target_dpa(
    struct doca_buf_arr *buf_arr, struct doca_dpa *dpa_handler);

/** Writes the elements to the device. BAD_STATE: the array is started, or target or map is not set.
 * NOT_PERMITTED: the map is not started. NOT_FOUND: the target's device was not added to the map.
 * INVALID_VALUE: an element is not within the map. NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_buf_arr_start(struct doca_buf_arr *buf_arr);
/** Frees the elements on the device. BAD_STATE: the array is not started. */
DOCA_EXPERIMENTAL doca_error_t doca_buf_arr_stop(struct doca_buf_arr *buf_arr);

#ifdef __cplusplus
}
#endif

#endif
