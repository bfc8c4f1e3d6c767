// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers: taken from an inventory, with data, in lists, and returned.
// RUN: %hostcc_doca -I%S/Inputs %s %doca_libs -o %t && dpa-run -- %t | FileCheck %s
#include "device.h"
#include <doca_buf.h>
#include <doca_buf_inventory.h>
#include <doca_mmap.h>

static char memory[256];

int main(void) {
  struct doca_dev *dev = open_device();
  struct doca_buf_inventory *inventory;
  struct doca_mmap *mmap;
  struct doca_buf *a, *b, *c, *none;
  void *at;
  size_t size;
  uint16_t references = 9;
  uint32_t number;
  OK(doca_mmap_create(&mmap));
  OK(doca_mmap_set_memrange(mmap, memory, sizeof memory));
  OK(doca_mmap_add_dev(mmap, dev));
  INVALID(doca_buf_inventory_create(0, &inventory));
  OK(doca_buf_inventory_create(3, &inventory));
  GIVES(DOCA_ERROR_NOT_PERMITTED,
        doca_buf_inventory_buf_get_by_addr(inventory, mmap, memory, 8, &a));
  OK(doca_buf_inventory_start(inventory));
  GIVES(DOCA_ERROR_BAD_STATE, doca_buf_inventory_start(inventory));
  GIVES(DOCA_ERROR_NOT_PERMITTED, // the map is not started
        doca_buf_inventory_buf_get_by_addr(inventory, mmap, memory, 8, &a));
  OK(doca_mmap_start(mmap));
  INVALID(
      doca_buf_inventory_buf_get_by_addr(inventory, mmap, memory + 250, 7, &a));
  INVALID(doca_buf_inventory_buf_get_by_args(inventory, mmap, memory, 8,
                                             memory + 4, 5, &a));
  OK(doca_buf_inventory_buf_get_by_addr(inventory, mmap, memory, 64, &a));
  OK(doca_buf_inventory_buf_get_by_data(inventory, mmap, memory + 64, 64, &b));
  OK(doca_buf_inventory_buf_dup(inventory, b, &c));
  GIVES(DOCA_ERROR_NO_MEMORY, doca_buf_inventory_buf_dup(inventory, b, &none));
  OK(doca_buf_inventory_get_num_free_elements(inventory, &number));
  HOLDS(number == 0);
  OK(doca_mmap_get_num_bufs(mmap, &number));
  HOLDS(number == 3);
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_mmap_stop(mmap));
  GIVES(DOCA_ERROR_IN_USE, doca_buf_inventory_destroy(inventory));

  OK(doca_buf_get_data_len(a, &size));
  HOLDS(size == 0);
  OK(doca_buf_set_data(a, memory + 10, 54));
  INVALID(doca_buf_set_data(a, memory + 10, 55));
  OK(doca_buf_get_data(a, &at));
  HOLDS(at == memory + 10);
  OK(doca_buf_reset_data_len(a));
  OK(doca_buf_get_data_len(a, &size));
  HOLDS(size == 0);
  OK(doca_buf_get_head(c, &at));
  OK(doca_buf_get_len(c, &size));
  HOLDS(at == memory + 64 && size == 64);

  // Lists.
  OK(doca_buf_chain_list(a, b));
  OK(doca_buf_chain_list(a, c));
  INVALID(doca_buf_chain_list(c, a));
  INVALID(doca_buf_chain_list(a, a));
  OK(doca_buf_get_list_len(a, &number));
  HOLDS(number == 3);
  INVALID(doca_buf_get_list_len(b, &number));
  OK(doca_buf_get_next_in_list(b, &none));
  HOLDS(none == c);
  OK(doca_buf_get_last_in_list(a, &none));
  HOLDS(none == c);
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_buf_dec_refcount(b, NULL));
  OK(doca_buf_unchain_list(a, c));
  INVALID(doca_buf_unchain_list(a, c));

  // The last reference returns a list.
  OK(doca_buf_inc_refcount(a, &references));
  HOLDS(references == 1);
  OK(doca_buf_dec_refcount(a, NULL));
  OK(doca_buf_get_refcount(a, &references));
  HOLDS(references == 1);
  OK(doca_buf_dec_refcount(a, NULL));
  INVALID(doca_buf_get_head(a, &at));
  INVALID(doca_buf_get_head(b, &at));
  OK(doca_buf_inventory_get_num_free_elements(inventory, &number));
  HOLDS(number == 2);
  OK(doca_buf_inventory_stop(inventory));
  OK(doca_buf_dec_refcount(c, NULL));
  OK(doca_buf_inventory_destroy(inventory));
  OK(doca_mmap_destroy(mmap));
  OK(doca_dev_close(dev));
  return result(); // CHECK: {{^}}0 failures
}
