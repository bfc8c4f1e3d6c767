/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host memory that device code reaches through a window: shared by the host programs of these
 * tests. */
#ifndef DPA_TEST_MEMORY_CHECK_WINDOW_H
#define DPA_TEST_MEMORY_CHECK_WINDOW_H

#include "host.h"

/* Two cache lines of host memory, one written by the host, one by the device. */
struct shared {
  volatile uint64_t by_host[8];
  volatile uint64_t by_device[8];
};

struct shared_window {
  struct flexio_window *window;
  struct ibv_mr *region;
  struct shared *memory;
  uint64_t id;
  uint64_t key;
  uint64_t address;
};

static inline struct shared_window
share_memory(struct flexio_process *process) {
  struct ibv_pd *pd = flexio_process_get_pd(process);
  struct shared_window shared = {0};
  void *memory = NULL;

  EXPECT(posix_memalign(&memory, 64, sizeof(struct shared)) == 0);
  memset(memory, 0, sizeof(struct shared));
  shared.memory = memory;
  shared.address = (uint64_t)memory;
  shared.region =
      ibv_reg_mr(pd, memory, sizeof(struct shared), IBV_ACCESS_LOCAL_WRITE);
  EXPECT(shared.region);
  shared.key = shared.region->lkey;
  EXPECT_SUCCESS(flexio_window_create(process, pd, &shared.window));
  shared.id = flexio_window_get_id(shared.window);
  return shared;
}

static inline void unshare_memory(struct shared_window *shared) {
  EXPECT_SUCCESS(flexio_window_destroy(shared->window));
  EXPECT(ibv_dereg_mr(shared->region) == 0);
  free(shared->memory);
}

#endif
