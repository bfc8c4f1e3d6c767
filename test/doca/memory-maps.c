// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory maps: each state, exports and imports.
// RUN: %hostcc_doca -I%S/Inputs %s %doca_libs -o %t && dpa-run -- %t | FileCheck %s
#include "device.h"
#include <doca_mmap.h>
#include <string.h>

static char memory[4096] __attribute__((aligned(64)));
static int freed;

static void count_free(void *addr, size_t len, void *cookie) {
  freed += addr == memory && len == sizeof memory && cookie == &freed;
}

int main(void) {
  struct doca_dev *dev = open_device();
  struct doca_mmap *mmap, *copy;
  doca_dpa_dev_mmap_t key = 0, copied_key = 0;
  const void *export = NULL;
  void *address;
  size_t size = 0;
  uint32_t number = 9;
  OK(doca_mmap_create(&mmap));
  GIVES(DOCA_ERROR_BAD_STATE, doca_mmap_get_memrange(mmap, &address, &size));
  INVALID(doca_mmap_set_memrange(mmap, NULL, 1));
  INVALID(doca_mmap_set_memrange(mmap, memory, 0));
  INVALID(doca_mmap_set_memrange(mmap, memory, SIZE_MAX));
  INVALID(doca_mmap_set_permissions(mmap, 1u << 31));
  INVALID(doca_mmap_set_max_num_devices(mmap, 0));
  INVALID(doca_mmap_start(mmap)); // no range
  OK(doca_mmap_set_memrange(mmap, memory, sizeof memory));
  INVALID(doca_mmap_start(mmap)); // no device
  OK(doca_mmap_set_max_num_devices(mmap, 1));
  OK(doca_mmap_add_dev(mmap, dev));
  GIVES(DOCA_ERROR_ALREADY_EXIST, doca_mmap_add_dev(mmap, dev));
  struct doca_dev *other = open_device();
  GIVES(DOCA_ERROR_NO_MEMORY, doca_mmap_add_dev(mmap, other));
  GIVES(DOCA_ERROR_NOT_FOUND, doca_mmap_rm_dev(mmap, other));
  OK(doca_mmap_rm_dev(mmap, dev));
  OK(doca_mmap_add_dev(mmap, dev));
  OK(doca_mmap_set_free_cb(mmap, count_free, &freed));
  OK(doca_mmap_set_permissions(mmap, DOCA_ACCESS_FLAG_LOCAL_READ_WRITE |
                                         DOCA_ACCESS_FLAG_RDMA_READ |
                                         DOCA_ACCESS_FLAG_RDMA_WRITE));
  OK(doca_mmap_set_user_data(mmap, (union doca_data){.u64 = 7}));
  OK(doca_mmap_enable_thread_safety(mmap));
  GIVES(DOCA_ERROR_BAD_STATE, doca_mmap_dev_get_dpa_handle(mmap, dev, &key));
  GIVES(DOCA_ERROR_NOT_PERMITTED,
        doca_mmap_export_rdma(mmap, dev, &export, &size));
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_mmap_stop(mmap));
  OK(doca_mmap_start(mmap));

  // Started: the description does not change.
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_mmap_start(mmap));
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_mmap_add_dev(mmap, other));
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_mmap_rm_dev(mmap, dev));
  GIVES(DOCA_ERROR_BAD_STATE, doca_mmap_set_memrange(mmap, memory, 64));
  GIVES(DOCA_ERROR_BAD_STATE, doca_mmap_set_permissions(mmap, 1));
  GIVES(DOCA_ERROR_BAD_STATE, doca_mmap_set_free_cb(mmap, NULL, NULL));
  GIVES(DOCA_ERROR_BAD_STATE, doca_mmap_set_max_num_devices(mmap, 2));
  OK(doca_mmap_dev_get_dpa_handle(mmap, dev, &key));
  GIVES(DOCA_ERROR_NOT_FOUND, doca_mmap_dev_get_dpa_handle(mmap, other, &key));
  HOLDS(key == 0);
  OK(doca_mmap_dev_get_dpa_handle(mmap, dev, &key));
  OK(doca_mmap_get_memrange(mmap, &address, &size));
  HOLDS(address == memory && size == sizeof memory);
  OK(doca_mmap_get_num_bufs(mmap, &number));
  HOLDS(number == 0);

  // An export for RDMA has the key; changed bytes are rejected.
  OK(doca_mmap_export_rdma(mmap, dev, &export, &size));
  char bytes[256];
  HOLDS(size <= sizeof bytes);
  memcpy(bytes, export, size);
  INVALID(doca_mmap_create_from_export(NULL, bytes, size - 1, other, &copy));
  bytes[0] ^= 1;
  INVALID(doca_mmap_create_from_export(NULL, bytes, size, other, &copy));
  bytes[0] ^= 1;
  union doca_data data = {.u64 = 44};
  OK(doca_mmap_create_from_export(&data, bytes, size, other, &copy));
  OK(doca_mmap_get_user_data(copy, &data));
  HOLDS(data.u64 == 44);
  OK(doca_mmap_dev_get_dpa_handle(copy, other, &copied_key));
  HOLDS(copied_key == key);
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_mmap_export_rdma(copy, other, &export, &size));
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_mmap_stop(copy));
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_mmap_start(copy));
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_mmap_set_memrange(copy, memory, 64));
  OK(doca_mmap_destroy(copy));

  // An export for devices of this program has the memory.
  OK(doca_mmap_export_pci(mmap, dev, &export, &size));
  OK(doca_mmap_create_from_export(NULL, export, size, other, &copy));
  OK(doca_mmap_get_memrange(copy, &address, &size));
  HOLDS(address == memory && size == sizeof memory);
  OK(doca_mmap_destroy(copy));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_mmap_set_dmabuf_memrange(mmap, 0, memory, 0, 64));

  HOLDS(freed == 0);
  OK(doca_mmap_stop(mmap));
  OK(doca_mmap_start(mmap));
  OK(doca_mmap_destroy(mmap)); // started
  HOLDS(freed == 1);
  OK(doca_dev_close(other));
  OK(doca_dev_close(dev));
  return result(); // CHECK: {{^}}0 failures
}
