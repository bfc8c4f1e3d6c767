/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The part of the device interface of DOCA DPA 2.5 that differs from later generations: copies between
 * buffers, without a queue argument. A part of doca_dpa_dev.h, which is the header to include; RDMA is in
 * doca_dpa_dev_rdma.h. Offsets, from the start of a buffer, and lengths are in bytes. Copies are
 * started immediately and executed in order. One that fails, because an address is out of bounds, is a
 * fatal error of the context (doca_dpa_peek_at_last_error()). For kernels of contexts that were created by
 * doca_dpa_create() of 2.5. C and C++, device only.
 */
#ifndef DOCA_DPA_DEV_V2_H
#define DOCA_DPA_DEV_V2_H

#ifndef DOCA_DPA_DEV_H
#error "include doca_dpa_dev.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** A buffer: doca_dpa_dev_buf_array_get_buf(). */
typedef uint64_t doca_dpa_dev_buf_t;

/** Starts a copy of `length` bytes (up to 2^31) between two buffers. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_memcpy_nb(doca_dpa_dev_buf_t dst_mem, uint64_t dst_offset,
                       doca_dpa_dev_buf_t src_mem, uint64_t src_offset,
                       size_t length) __asm__("doca_dpa_dev_memcpy_nb_v205");

/** Starts a copy that transposes a matrix of `num_rows` rows and `num_columns` columns (up to 127 each).
 * `element_size` is in bytes, up to 255; `length` is the size of the matrix, in bytes. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_transpose2D_nb(
    doca_dpa_dev_buf_t dst_mem, uint64_t dst_offset, doca_dpa_dev_buf_t src_mem,
    uint64_t src_offset, size_t length, size_t element_size, size_t num_columns,
    size_t num_rows) __asm__("doca_dpa_dev_memcpy_transpose2D_nb_v205");

/** Waits until all earlier copies are completed. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_synchronize(void);

#ifdef __cplusplus
}
#endif

#endif
