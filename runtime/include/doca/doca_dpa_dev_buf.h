/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Memory in device code: registered memory (mmaps), buffers, arrays of buffers, asynchronous copies.
 * Of libdoca_dpa_dev.a. C and C++, device only.
 */
#ifndef DOCA_DPA_DEV_BUF_H
#define DOCA_DPA_DEV_BUF_H

#include <doca_dpa_dev.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Registered memory (doca_mmap_dev_get_dpa_handle()): its memory key, for this side and for peers. */
typedef uint32_t doca_dpa_dev_mmap_t;
/** A buffer: the address of a struct doca_dpa_dev_buf. */
typedef uint64_t doca_dpa_dev_buf_t;
/** An array of buffers: doca_buf_arr_get_dpa_handle(), the address of a struct doca_dpa_dev_buf_arr.
 */
typedef uint64_t doca_dpa_dev_buf_arr_t;

/** A buffer: a part of registered memory. */
struct doca_dpa_dev_buf {
  uintptr_t addr;
  uint64_t len; /**< bytes */
  uint32_t mmap;
  uint8_t reserved[12];
} __attribute__((__packed__));

/** An array of buffers. */
struct doca_dpa_dev_buf_arr {
  struct doca_dpa_dev_buf *bufs;
  uint8_t reserved[20];
} __attribute__((__packed__, __aligned__(64)));

/** Returns buffer `buf_idx` of an array. The index is not checked. */
__forceinline doca_dpa_dev_buf_t
doca_dpa_dev_buf_array_get_buf(doca_dpa_dev_buf_arr_t buf_arr,
                               const uint64_t buf_idx) {
  struct doca_dpa_dev_buf_arr *array = (struct doca_dpa_dev_buf_arr *)buf_arr;
  return (doca_dpa_dev_buf_t)(array->bufs + buf_idx);
}

/** Sets the address of a buffer. */
__forceinline void doca_dpa_dev_buf_set_addr(doca_dpa_dev_buf_t buf,
                                             uintptr_t addr) {
  ((struct doca_dpa_dev_buf *)buf)->addr = addr;
}

/** Sets the length of a buffer, in bytes. */
__forceinline void doca_dpa_dev_buf_set_len(doca_dpa_dev_buf_t buf,
                                            size_t len) {
  ((struct doca_dpa_dev_buf *)buf)->len = len;
}

/** Sets the registered memory of a buffer. */
__forceinline void doca_dpa_dev_buf_set_mmap(doca_dpa_dev_buf_t buf,
                                             doca_dpa_dev_mmap_t mmap) {
  ((struct doca_dpa_dev_buf *)buf)->mmap = mmap;
}

/** Returns the address of a buffer. */
__forceinline uintptr_t doca_dpa_dev_buf_get_addr(doca_dpa_dev_buf_t buf) {
  return ((struct doca_dpa_dev_buf *)buf)->addr;
}

/** Returns the length of a buffer, in bytes. */
__forceinline uint64_t doca_dpa_dev_buf_get_len(doca_dpa_dev_buf_t buf) {
  return ((struct doca_dpa_dev_buf *)buf)->len;
}

/** Returns the registered memory of a buffer. */
__forceinline doca_dpa_dev_mmap_t
doca_dpa_dev_buf_get_mmap(doca_dpa_dev_buf_t buf) {
  return ((struct doca_dpa_dev_buf *)buf)->mmap;
}

/**
 * Returns a pointer to registered host memory, for loads and stores; 0 if the memory cannot be mapped.
 * It is valid until the next call of this function or the end of the activation. Stores are visible to
 * the host after __dpa_thread_window_writeback(). Address and size of the memory must be multiples of 64
 * bytes.
 */
DOCA_EXPERIMENTAL doca_dpa_dev_uintptr_t doca_dpa_dev_mmap_get_external_ptr(
    doca_dpa_dev_mmap_t mmap_handle, uint64_t addr);

#if DOCA_COMPAT_VERSION >= 205 && DOCA_COMPAT_VERSION < 210
/** doca_dpa_dev_mmap_get_external_ptr() for the address `buf_offset` bytes after the start of
 * a buffer. */
__forceinline doca_dpa_dev_uintptr_t
doca_dpa_dev_buf_get_external_ptr(doca_dpa_dev_buf_t buf, uint64_t buf_offset) {
  return doca_dpa_dev_mmap_get_external_ptr(doca_dpa_dev_buf_get_mmap(buf),
                                            doca_dpa_dev_buf_get_addr(buf) +
                                                buf_offset);
}
#else
/** doca_dpa_dev_mmap_get_external_ptr() for the start of a buffer. */
__forceinline doca_dpa_dev_uintptr_t
doca_dpa_dev_buf_get_external_ptr(doca_dpa_dev_buf_t buf) {
  return doca_dpa_dev_mmap_get_external_ptr(doca_dpa_dev_buf_get_mmap(buf),
                                            doca_dpa_dev_buf_get_addr(buf));
}
#endif

/** Posts a copy of `length` bytes (up to 2^31) between registered memories; its completion has type
 * SEND. `flags`: enum doca_dpa_dev_submit_flag. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_post_memcpy(doca_dpa_dev_async_ops_t async_ops_handle,
                         doca_dpa_dev_mmap_t dst_mmap_handle, uint64_t dst_addr,
                         doca_dpa_dev_mmap_t src_mmap_handle, uint64_t src_addr,
                         size_t length, uint32_t flags);

/** doca_dpa_dev_post_memcpy() of the whole of buffer `src_buf_handle`. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_post_buf_memcpy(doca_dpa_dev_async_ops_t async_ops_handle,
                             doca_dpa_dev_buf_t dst_buf_handle,
                             doca_dpa_dev_buf_t src_buf_handle, uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif
