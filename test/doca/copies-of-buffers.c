// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The data of a buffer is copied to device memory and back, at most its length; buffers of device memory and
// more bytes than there are data are rejected.
// PROVES: R-DPAH-05
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <doca_dpa_dev.h>
__dpa_rpc__ uint64_t invert(uint64_t address, uint32_t size) {
  for (uint32_t i = 0; i < size; i++)
    ((uint8_t *)address)[i] ^= 0xff;
  return 0;
}

//--- host.c
#include "dpa-program.h"
#include <doca_buf.h>
#include <doca_buf_inventory.h>
#include <doca_mmap.h>
#include <string.h>

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t invert;

enum { SIZE = 4096, OFFSET = 100, LENGTH = 1000 };

static struct doca_mmap *start_map(void *memory, uint64_t device_memory) {
  struct doca_mmap *map;
  DONE(doca_mmap_create(&map));
  DONE(doca_mmap_add_dev(map, dev));
  if (memory)
    DONE(doca_mmap_set_memrange(map, memory, SIZE));
  else
    DONE(doca_mmap_set_dpa_memrange(map, dpa, device_memory, SIZE));
  DONE(doca_mmap_start(map));
  return map;
}

int main(void) {
  static uint8_t memory[SIZE];
  struct doca_buf_inventory *inventory;
  struct doca_buf *buf, *on_device;
  doca_dpa_dev_uintptr_t copy;
  open_dpa(test_app);
  DONE(doca_dpa_mem_alloc(dpa, SIZE, &copy));
  struct doca_mmap *map = start_map(memory, 0);
  struct doca_mmap *device_map = start_map(NULL, copy);
  DONE(doca_buf_inventory_create(2, &inventory));
  DONE(doca_buf_inventory_start(inventory));
  DONE(doca_buf_inventory_buf_get_by_addr(inventory, map, memory, SIZE, &buf));
  DONE(doca_buf_inventory_buf_get_by_addr(inventory, device_map, (void *)copy,
                                          SIZE, &on_device));
  DONE(doca_buf_set_data(buf, memory + OFFSET, LENGTH));
  for (int i = 0; i < SIZE; i++)
    memory[i] = (uint8_t)i;
  DONE(doca_dpa_h2d_buf_memcpy(dpa, copy, buf, LENGTH));
  DONE(doca_dpa_rpc(dpa, invert, NULL, copy, LENGTH));
  DONE(doca_dpa_d2h_buf_memcpy(dpa, buf, copy, LENGTH - 1));
  for (int i = 0; i < SIZE; i++)
    CHECK(memory[i] ==
          (uint8_t)(i >= OFFSET && i < OFFSET + LENGTH - 1 ? ~i : i));
  EXPECT(doca_dpa_h2d_buf_memcpy(dpa, copy, buf, LENGTH + 1),
         DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_d2h_buf_memcpy(dpa, buf, copy, LENGTH + 1),
         DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_h2d_buf_memcpy(dpa, copy, on_device, 1),
         DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_h2d_buf_memcpy(dpa, 0x1000, buf, 8), DOCA_ERROR_DRIVER);
  DONE(doca_buf_dec_refcount(on_device, NULL));
  DONE(doca_buf_dec_refcount(buf, NULL));
  DONE(doca_buf_inventory_destroy(inventory));
  DONE(doca_mmap_destroy(device_map));
  DONE(doca_mmap_destroy(map));
  DONE(doca_dpa_mem_free(dpa, copy));
  close_dpa();
}
