/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Registered memory of DOCA 1.5 and 2.0: a handle is the memory key. */
#include "runtime/doca/device/copies.h"
#include "runtime/doca/device/objects.h"

#include <doca_dpa_dev_buf.h>

uint32_t doca_dpa_dev_mem_rkey_get(doca_dpa_dev_mem_t mem) {
  return (uint32_t)mem;
}

void doca_dpa_dev_external_ptr_get(uint64_t ext_addr, doca_dpa_dev_mem_t mem,
                                   doca_dpa_dev_uintptr_t *dev_ptr) {
  *dev_ptr =
      doca_dpa_dev_mmap_get_external_ptr((doca_dpa_dev_mmap_t)mem, ext_addr);
}

static struct doca_place place_at(uint64_t address, doca_dpa_dev_mem_t mem) {
  return (struct doca_place){(uint32_t)mem, address};
}

void doca_dpa_dev_memcpy_nb(uint64_t dst_addr, doca_dpa_dev_mem_t dst_mem,
                            uint64_t src_addr, doca_dpa_dev_mem_t src_mem,
                            size_t length) {
  doca_copy(place_at(dst_addr, dst_mem), place_at(src_addr, src_mem), length,
            0);
}

void doca_dpa_dev_memcpy_transpose2D_nb(uint64_t dst_addr,
                                        doca_dpa_dev_mem_t dst_mem,
                                        uint64_t src_addr,
                                        doca_dpa_dev_mem_t src_mem,
                                        size_t length, size_t element_size,
                                        size_t num_columns, size_t num_rows) {
  doca_copy(place_at(dst_addr, dst_mem), place_at(src_addr, src_mem), length,
            &(struct doca_matrix){element_size, num_columns, num_rows});
}
