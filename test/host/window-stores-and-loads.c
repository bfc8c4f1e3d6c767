// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code stores to host memory and loads from it by both window entities at once, in either
// engine.
// PROVES: R-GEN-10 R-WIN-02 R-DWIN-01 R-DWIN-03 R-MEM-07
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --engine=interp -- %t/host
// RUN: dpa-run --seed=3 -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

/* Adds `count` words of one buffer to those of another. */
__dpa_rpc__ uint64_t add_words(uint64_t window, uint64_t from_key,
                               uint64_t from, uint64_t to_key, uint64_t to,
                               uint64_t count) {
  flexio_uintptr_t source, base;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)from_key) !=
          FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_1, (uint16_t)window,
                               (uint32_t)to_key) != FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, from,
                                    &source) != FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_1, 0, &base) !=
          FLEXIO_DEV_STATUS_SUCCESS)
    return 1;
  volatile uint64_t *numbers = (volatile uint64_t *)source;
  volatile uint64_t *sums = (volatile uint64_t *)(base + to);
  for (uint64_t i = 0; i < count; i++)
    sums[i] += numbers[i];
  __dpa_thread_window_writeback();
  return 0;
}

/* Every width, at the first bytes of the buffer. */
__dpa_rpc__ uint64_t store_widths(uint64_t window, uint64_t key, uint64_t to) {
  flexio_uintptr_t address;

  if (flexio_dev_multi_window_config(FLEXIO_DEV_WINDOW_ENTITY_0,
                                     (uint16_t)window, (uint32_t)key) ||
      flexio_dev_multi_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, to,
                                          &address))
    return 1;
  *(volatile uint8_t *)address = 0x11;
  *(volatile uint16_t *)(address + 2) = 0x2222;
  *(volatile uint32_t *)(address + 4) = 0x33333333;
  *(volatile uint64_t *)(address + 8) = 0x4444444444444444;
  __atomic_fetch_add((uint64_t *)(address + 16), 5, __ATOMIC_RELAXED);
  __dpa_thread_window_writeback();
  return *(volatile int16_t *)(address + 2) == 0x2222 ? 0 : 2;
}

//--- host.c
#include "host.h"

flexio_func_t add_words, store_widths;

enum { COUNT = 3000 };

static struct ibv_mr *make_buffer(struct ibv_pd *pd, int access) {
  size_t size = COUNT * sizeof(uint64_t) / 64 * 64 + 64;
  void *buffer = NULL;
  struct ibv_mr *region;

  EXPECT(posix_memalign(&buffer, 64, size) == 0);
  memset(buffer, 0, size);
  region = ibv_reg_mr(pd, buffer, size, access);
  EXPECT(region);
  return region;
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct ibv_pd *pd = flexio_process_get_pd(process);
  struct ibv_mr *from = make_buffer(pd, 0);
  struct ibv_mr *to = make_buffer(pd, IBV_ACCESS_LOCAL_WRITE);
  uint64_t *numbers = from->addr, *sums = to->addr;
  struct flexio_window *window = NULL;
  uint64_t result = 9;

  EXPECT_SUCCESS(flexio_window_create(process, pd, &window));
  uint64_t id = flexio_window_get_id(window);
  EXPECT(id >= 1 && id <= UINT16_MAX);
  for (uint64_t i = 0; i < COUNT; i++) {
    numbers[i] = i * i;
    sums[i] = i;
  }
  for (unsigned round = 1; round <= 2; round++) {
    EXPECT_SUCCESS(flexio_process_call(process, add_words, &result, id,
                                       (uint64_t)from->lkey, (uint64_t)numbers,
                                       (uint64_t)to->lkey, (uint64_t)sums,
                                       (uint64_t)COUNT));
    EXPECT(result == 0);
    for (uint64_t i = 0; i < COUNT; i++)
      EXPECT(sums[i] == i + round * i * i);
  }
  sums[2] = 7;
  EXPECT_SUCCESS(flexio_process_call(process, store_widths, &result, id,
                                     (uint64_t)to->lkey, (uint64_t)sums));
  EXPECT(result == 0);
  EXPECT(sums[0] == 0x3333333322220011 && sums[1] == 0x4444444444444444 &&
         sums[2] == 12);
  EXPECT_SUCCESS(flexio_window_destroy(window));
  EXPECT(flexio_window_get_id(window) == UINT32_MAX);
  void *buffers[] = {numbers, sums};
  EXPECT(ibv_dereg_mr(from) == 0 && ibv_dereg_mr(to) == 0);
  free(buffers[0]);
  free(buffers[1]);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_close_device(context) == 0);
  return 0;
}
