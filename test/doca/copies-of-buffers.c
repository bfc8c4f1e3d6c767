// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data of buffers is copied to device memory and back, at most as much as the
// buffer has. Device memory is freed without its context if only one context has
// memory at its address.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run -- %t/host | FileCheck %s
// CHECK: doca_dpa_h2d_buf_memcpy{{.*}}buffer has 40 bytes of data (expected at least 41)
// CHECK: doca_dpa_mem_free{{.*}}2 DPA contexts have memory at 0x
// CHECK: 0 failures

//--- device.c
#include <doca_dpa_dev.h>

__dpa_rpc__ uint64_t sum(uint64_t address, uint64_t count) {
  const uint64_t *numbers = (const uint64_t *)address;
  uint64_t total = 0;

  for (uint64_t i = 0; i < count; i++)
    total += numbers[i];
  return total;
}

//--- host.c
#include "device.h"
#include <doca_buf.h>
#include <doca_buf_inventory.h>
#include <doca_dpa.h>
#include <doca_log.h>
#include <doca_mmap.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t sum;

static struct doca_dev *dev;

static struct doca_dpa *start_dpa(void) {
  struct doca_dpa *dpa;
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, test_app));
  OK(doca_dpa_start(dpa));
  return dpa;
}

static void test_buffers(struct doca_dpa *dpa) {
  static uint64_t numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  struct doca_mmap *mmap;
  struct doca_buf_inventory *inventory;
  struct doca_buf *from, *to;
  doca_dpa_dev_uintptr_t memory;
  uint64_t total = 0;
  OK(doca_mmap_create(&mmap));
  OK(doca_mmap_set_memrange(mmap, numbers, sizeof numbers));
  OK(doca_mmap_add_dev(mmap, dev));
  OK(doca_mmap_start(mmap));
  OK(doca_buf_inventory_create(2, &inventory));
  OK(doca_buf_inventory_start(inventory));
  // The data begins at the second number; the other buffer is the last two.
  OK(doca_buf_inventory_buf_get_by_args(inventory, mmap, numbers, 48,
                                        numbers + 1, 40, &from));
  OK(doca_buf_inventory_buf_get_by_data(inventory, mmap, numbers + 6, 16, &to));
  OK(doca_dpa_mem_alloc(dpa, 64, &memory));
  OK(doca_dpa_h2d_buf_memcpy(dpa, memory, from, 40));
  OK(doca_dpa_rpc(dpa, &sum, &total, memory, 5ul));
  HOLDS(total == 2 + 3 + 4 + 5 + 6);
  OK(doca_dpa_d2h_buf_memcpy(dpa, to, memory + 8, 16));
  HOLDS(numbers[6] == 3 && numbers[7] == 4);
  INVALID(doca_dpa_h2d_buf_memcpy(dpa, memory, from, 41));
  INVALID(doca_dpa_d2h_buf_memcpy(dpa, to, memory, 17));
  INVALID(doca_dpa_h2d_buf_memcpy(dpa, memory, NULL, 8));
  INVALID(doca_dpa_d2h_buf_memcpy(dpa, (struct doca_buf *)mmap, memory, 8));
  INVALID(doca_dpa_h2d_buf_memcpy(NULL, memory, from, 8));
  INVALID(doca_dpa_d2h_buf_memcpy(NULL, to, memory, 8));
  OK(doca_dpa_mem_free(dpa, memory));
  OK(doca_buf_dec_refcount(from, NULL));
  OK(doca_buf_dec_refcount(to, NULL));
  OK(doca_buf_inventory_destroy(inventory));
  OK(doca_mmap_destroy(mmap));
}

static void test_free(struct doca_dpa *dpa) {
  struct doca_dpa *other = start_dpa();
  doca_dpa_dev_uintptr_t one, two;
  OK(doca_dpa_mem_alloc(dpa, 64, &one));
  do // until both have the same address
    OK(doca_dpa_mem_alloc(other, 64, &two));
  while (two < one);
  HOLDS(one == two);
  INVALID(doca_dpa_mem_free(one));
  OK(doca_dpa_mem_free(other, two));
  OK(doca_dpa_mem_free(one));
  // A context takes its memory with it.
  OK(doca_dpa_mem_alloc(other, 64, &two));
  OK(doca_dpa_destroy(other));
  INVALID(doca_dpa_mem_free(two));
}

int main(void) {
  struct doca_log_backend *backend;
  OK(doca_log_backend_create_with_file_sdk(stdout, &backend));
  dev = open_device();
  struct doca_dpa *dpa = start_dpa();
  test_buffers(dpa);
  test_free(dpa);
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  return result();
}
