// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A replay registers and deregisters memory, makes and destroys windows and keys at the moments
// that were recorded, and units that share host memory through windows interleave as they did.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run --seed=1 --quantum=97 --record=%t/1.rec -- %t/host > %t/1.txt
// RUN: FileCheck --input-file=%t/1.rec %s
// RUN: dpa-run --replay=%t/1.rec -- %t/host | diff %t/1.txt -
// RUN: env DPA_ENGINE=interp dpa-run --replay=%t/1.rec -- %t/host | diff %t/1.txt -
// RUN: dpa-run --seed=2 --quantum=97 -- %t/host > %t/2.txt
// RUN: not diff %t/1.txt %t/2.txt
// CHECK-COUNT-40: change

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static uint64_t here;

/* Every step depends on what the other units have done meanwhile. */
__dpa_rpc__ uint64_t mix(uint64_t units, uint64_t number, uint64_t window,
                         uint64_t key, uint64_t address) {
  flexio_uintptr_t pointer;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                    &pointer))
    return 1;
  volatile uint64_t *mixed = (volatile uint64_t *)pointer;
  __atomic_fetch_add(&here, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&here, __ATOMIC_SEQ_CST) < units) {
  }
  for (uint64_t i = 0; i < 5000; i++)
    *mixed = *mixed * 6364136223846793005 + number;
  return 0;
}

//--- host.c
#include "registered-memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <sys/mman.h>

enum { UNITS = 3, CHANGES = 10, PAGE = 4096 };

flexio_func_t mix;

static struct flexio_process *process;
static struct ibv_mr *shared;
static uint64_t window;

static void *call_mix(void *number) {
  uint64_t result = 9;

  EXPECT_SUCCESS(flexio_process_call(
      process, mix, &result, (uint64_t)UNITS, (uint64_t)(uintptr_t)number,
      window, (uint64_t)shared->lkey, (uint64_t)shared->addr));
  EXPECT(result == 0);
  return NULL;
}

int main(void) {
  /* The address is an argument of the calls, so it has to be the same each time. */
  void *memory = mmap((void *)0x200000000000, PAGE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  struct flexio_window *first = NULL;
  pthread_t threads[UNITS];
  flexio_uintptr_t buffer;

  EXPECT(memory != MAP_FAILED);
  process = create_process(open_device());
  struct ibv_pd *pd = flexio_process_get_pd(process);
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, PAGE, &buffer));
  shared = ibv_reg_mr(pd, memory, PAGE, IBV_ACCESS_LOCAL_WRITE);
  EXPECT(shared);
  window = create_window(process, pd, &first);
  for (uintptr_t i = 0; i < UNITS; i++)
    EXPECT(pthread_create(&threads[i], NULL, call_mix, (void *)(i + 1)) == 0);
  for (unsigned i = 0; i < CHANGES; i++) {
    struct ibv_mr *region = ibv_reg_mr(pd, memory, PAGE, 0);
    struct flexio_window *other = NULL;
    struct flexio_mkey_attr attributes = {pd, buffer, PAGE, 0};
    struct flexio_mkey *key = NULL;

    EXPECT(region);
    EXPECT_SUCCESS(flexio_window_create(process, pd, &other));
    EXPECT_SUCCESS(flexio_device_mkey_create(process, &attributes, &key));
    EXPECT(ibv_dereg_mr(region) == 0);
    EXPECT_SUCCESS(flexio_window_destroy(other));
    EXPECT_SUCCESS(flexio_device_mkey_destroy(key));
  }
  for (unsigned i = 0; i < UNITS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  printf("%016" PRIx64 "\n", *(uint64_t *)memory);
  EXPECT(ibv_dereg_mr(shared) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return EXIT_SUCCESS;
}
