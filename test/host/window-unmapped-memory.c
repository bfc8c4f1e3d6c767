// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that the program unmaps without deregistering it causes a fault in the device code that
// accesses it next, with loads, stores and copies; the program continues. Shared anonymous memory
// stays accessible until it is deregistered.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static char buffer[3 * 4096];

__dpa_rpc__ uint64_t touch(uint64_t window, uint64_t key, uint64_t address,
                           uint64_t how) {
  flexio_uintptr_t pointer = 0;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                    &pointer))
    return 1;
  if (how == 0)
    return *(volatile uint64_t *)pointer;
  if (how == 1)
    *(volatile uint64_t *)pointer = 1;
  if (how == 2)
    flexio_dev_window_copy_from_host(FLEXIO_DEV_WINDOW_ENTITY_0, buffer,
                                     address, sizeof buffer);
  return 0;
}

//--- host.c
#include "registered-memory.h"

#include <sys/mman.h>

flexio_func_t touch;

enum { PAGE = 4096, FREE = 64 << 20 };

static struct ibv_context *context;
static struct ibv_pd *pd;

/* Three pages, of which the middle one is unmapped after the registration. */
static struct ibv_mr *register_pages(int kind) {
  char *memory =
      mmap(NULL, FREE, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);

  EXPECT(memory != MAP_FAILED);
  struct ibv_mr *region =
      ibv_reg_mr(pd, memory, 3 * PAGE, IBV_ACCESS_LOCAL_WRITE);
  EXPECT(region);
  memory[0] = memory[PAGE] = 5;
  EXPECT(munmap(memory + PAGE, PAGE) == 0);
  /* New mappings go to the end of the free memory, not into the hole below it. */
  EXPECT(munmap(memory + 3 * PAGE, FREE - 3 * PAGE) == 0);
  return region;
}

/* The status of touching what is unmapped, in a process of its own. */
static flexio_status touch_unmapped(const struct ibv_mr *region, uint64_t how,
                                    uint64_t *result) {
  struct flexio_process *process = create_process(context);
  struct flexio_window *window = NULL;
  uint64_t id = create_window(process, pd, &window), key = region->lkey;
  uint64_t memory = (uint64_t)region->addr;

  EXPECT_SUCCESS(flexio_process_call(process, touch, result, id, key, memory,
                                     UINT64_C(0)));
  EXPECT(*result == 5);
  flexio_status status = flexio_process_call(
      process, touch, result, id, key, how == 2 ? memory : memory + PAGE, how);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return status;
}

int main(void) {
  uint64_t result = 0;

  context = open_device();
  pd = ibv_alloc_pd(context);
  struct ibv_mr *region = register_pages(MAP_PRIVATE);
  for (uint64_t how = 0; how < 3; how++)
    EXPECT(touch_unmapped(region, how, &result) == FLEXIO_STATUS_FATAL_ERR);
  // CHECK: load access fault {{.*}}: mkey 0x{{[0-9a-f]+}}: 8 bytes at host address 0x{{[0-9a-f]+}} are not mapped any more
  // CHECK: store access fault {{.*}}: mkey 0x{{[0-9a-f]+}}: 8 bytes at host address 0x{{[0-9a-f]+}} are not mapped any more
  // CHECK: load access fault {{.*}}: mkey 0x{{[0-9a-f]+}}: 12288 bytes at host address 0x{{[0-9a-f]+}} are not all mapped any more
  EXPECT(ibv_dereg_mr(region) == 0);
  fprintf(stderr, "shared\n");

  /* The device has pinned it: what the program and the device stored is there. */
  region = register_pages(MAP_SHARED);
  EXPECT_SUCCESS(touch_unmapped(region, 0, &result));
  EXPECT(result == 5);
  EXPECT_SUCCESS(touch_unmapped(region, 1, &result));
  EXPECT_SUCCESS(touch_unmapped(region, 0, &result));
  EXPECT(result == 1);
  EXPECT_SUCCESS(touch_unmapped(region, 2, &result));
  EXPECT(ibv_dereg_mr(region) == 0 && ibv_dealloc_pd(pd) == 0);
  // CHECK: shared
  // CHECK-NOT: fault
  // CHECK: done
  fprintf(stderr, "done\n");
  return 0;
}
