/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The device interface of DOCA DPA 2.5 that is not that of later generations: copies between buffers,
 * which name no queue. A part of doca_dpa_dev.h, which is the header to include; RDMA is in
 * doca_dpa_dev_rdma.h. Offsets are from the start of a buffer, lengths in bytes. Copies are started at
 * once and run in order. One that fails, because it leaves the registered memory, is a fatal error of
 * the context (doca_dpa_peek_at_last_error()). For kernels of contexts that doca_dpa_create() of 2.5 has
 * made. C and C++, device only.
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

/** Copies `length` bytes, up to 2^31, between two buffers, and does not wait for the end. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_memcpy_nb(doca_dpa_dev_buf_t dst_mem, uint64_t dst_offset,
                       doca_dpa_dev_buf_t src_mem, uint64_t src_offset,
                       size_t length) __asm__("doca_dpa_dev_memcpy_nb_v205");

/** Copies a matrix of `num_rows` rows of `num_columns` elements as one of `num_columns` rows. Rows and
 * columns are up to 127, elements up to 255 bytes; `length` is the size of the matrix in bytes. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_transpose2D_nb(
    doca_dpa_dev_buf_t dst_mem, uint64_t dst_offset, doca_dpa_dev_buf_t src_mem,
    uint64_t src_offset, size_t length, size_t element_size, size_t num_columns,
    size_t num_rows) __asm__("doca_dpa_dev_memcpy_transpose2D_nb_v205");

/** Waits until all copies that were started before are done. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_synchronize(void);

#ifdef __cplusplus
}
#endif

#endif
