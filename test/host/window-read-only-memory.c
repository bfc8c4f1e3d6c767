// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registered memory that the program makes read-only is a fault of the device code that stores or copies
// to it next, also after it has loaded from it; the program continues. Loads work.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_ENGINE=interp dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_ENGINE=jit dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env -u DPA_ENGINE dpa-run --check=memory -- %t/host 2>&1 | FileCheck %s --check-prefix=CHECKED

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static char buffer[3 * 4096];

__dpa_rpc__ uint64_t touch(uint64_t window, uint64_t key, uint64_t address,
                           uint64_t how) {
  flexio_uintptr_t pointer = 0;
  uint64_t value = 0;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                    &pointer))
    return 1;
  if (how != 1)
    value = *(volatile uint64_t *)pointer;
  if (how == 1 || how == 2) {
    *(volatile uint64_t *)pointer = value + 1;
    __dpa_thread_window_writeback();
  }
  if (how == 3)
    flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0, address, buffer,
                                   sizeof buffer);
  return value;
}

//--- host.c
#include "registered-memory.h"

#include <sys/mman.h>

flexio_func_t touch;

enum { PAGE = 4096, LOAD = 0, STORE = 1, BOTH = 2, COPY = 3 };

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_mr *region;

/* In a process of its own, because a fault ends it. */
static flexio_status touch_at(char *address, uint64_t how, uint64_t *result) {
  struct flexio_process *process = create_process(context);
  struct flexio_window *window = NULL;
  uint64_t id = create_window(process, pd, &window);
  flexio_status status =
      flexio_process_call(process, touch, result, id, (uint64_t)region->lkey,
                          (uint64_t)address, how);

  EXPECT_SUCCESS(flexio_process_destroy(process));
  return status;
}

int main(void) {
  uint64_t result = 0;
  char *memory = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  context = open_device();
  pd = ibv_alloc_pd(context);
  EXPECT(memory != MAP_FAILED);
  region = ibv_reg_mr(pd, memory, 3 * PAGE, IBV_ACCESS_LOCAL_WRITE);
  EXPECT(region);
  memory[PAGE] = 5;
  EXPECT(mprotect(memory + PAGE, PAGE, PROT_READ) == 0);
  EXPECT_SUCCESS(touch_at(memory + PAGE, LOAD, &result));
  EXPECT(result == 5);
  EXPECT_SUCCESS(touch_at(memory, BOTH, &result));
  EXPECT(memory[0] == 1);
  for (uint64_t how = STORE; how <= COPY; how++)
    EXPECT(touch_at(how == COPY ? memory : memory + PAGE, how, &result) ==
           FLEXIO_STATUS_FATAL_ERR);
  // CHECK: store access fault {{.*}}: mkey 0x{{[0-9a-f]+}}: 8 bytes at host address 0x{{[0-9a-f]+}} are not writable any more
  // CHECK: store access fault {{.*}}: mkey 0x{{[0-9a-f]+}}: 8 bytes at host address 0x{{[0-9a-f]+}} are not writable any more
  // CHECK: store access fault {{.*}}: mkey 0x{{[0-9a-f]+}}: 12288 bytes at host address 0x{{[0-9a-f]+}} are not all writable any more
  // CHECKED: store access fault {{.*}} are not writable any more
  EXPECT(memory[0] == 1 && memory[PAGE] == 5);
  EXPECT(mprotect(memory + PAGE, PAGE, PROT_READ | PROT_WRITE) == 0);
  EXPECT_SUCCESS(touch_at(memory + PAGE, BOTH, &result));
  EXPECT(result == 5 && memory[PAGE] == 6);
  EXPECT(ibv_dereg_mr(region) == 0 && ibv_dealloc_pd(pd) == 0);
  fprintf(stderr, "done\n");
  // CHECK: done
  // CHECKED: done
  return 0;
}
