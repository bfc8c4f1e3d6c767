/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of DOCA 2.5: between buffers. */
#define DOCA_COMPAT_VERSION 205
#include "runtime/doca/device/copies.h"

#include <doca_dpa_dev_buf_array.h>

static struct doca_place place_in(doca_dpa_dev_buf_t buf, uint64_t offset) {
  return (struct doca_place){doca_dpa_dev_buf_get_mmap(buf),
                             doca_dpa_dev_buf_get_addr(buf) + offset};
}

void doca_dpa_dev_memcpy_nb(doca_dpa_dev_buf_t dst_mem, uint64_t dst_offset,
                            doca_dpa_dev_buf_t src_mem, uint64_t src_offset,
                            size_t length) {
  doca_copy(place_in(dst_mem, dst_offset), place_in(src_mem, src_offset),
            length, 0);
}

void doca_dpa_dev_memcpy_transpose2D_nb(doca_dpa_dev_buf_t dst_mem,
                                        uint64_t dst_offset,
                                        doca_dpa_dev_buf_t src_mem,
                                        uint64_t src_offset, size_t length,
                                        size_t element_size, size_t num_columns,
                                        size_t num_rows) {
  doca_copy(place_in(dst_mem, dst_offset), place_in(src_mem, src_offset),
            length, &(struct doca_matrix){element_size, num_columns, num_rows});
}
