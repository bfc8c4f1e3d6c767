/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the host programs of the window tests: registered memory and windows to it. */
#ifndef DPA_TEST_REGISTERED_MEMORY_H
#define DPA_TEST_REGISTERED_MEMORY_H

#include "host.h"

/* Zeroed memory of `size` bytes, a multiple of 64, registered with `access`. */
static inline struct ibv_mr *register_memory(struct ibv_pd *pd, size_t size,
                                             int access) {
  void *buffer = NULL;
  struct ibv_mr *region;

  EXPECT(posix_memalign(&buffer, 4096, size) == 0);
  memset(buffer, 0, size);
  region = ibv_reg_mr(pd, buffer, size, access);
  EXPECT(region);
  return region;
}

static inline void free_memory(struct ibv_mr *region) {
  void *buffer = region->addr;

  EXPECT(ibv_dereg_mr(region) == 0);
  free(buffer);
}

static inline uint64_t create_window(struct flexio_process *process,
                                     struct ibv_pd *pd,
                                     struct flexio_window **window) {
  EXPECT_SUCCESS(flexio_window_create(process, pd, window));
  uint32_t id = flexio_window_get_id(*window);
  EXPECT(id >= 1 && id <= UINT16_MAX);
  return id;
}

#endif
