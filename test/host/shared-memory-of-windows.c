// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared anonymous memory that a device has accessed through a window is given back when it is
// deregistered and unmapped, also while the process lives. Pages behind the end of such memory, which
// mremap() can map, are a fault of the device code.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t get(uint64_t window, uint64_t key, uint64_t address) {
  flexio_uintptr_t pointer = 0;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                    &pointer))
    return 1;
  return *(volatile uint64_t *)pointer;
}

//--- host.c
#define _GNU_SOURCE
#include "registered-memory.h"

#include <sys/mman.h>

flexio_func_t get;

enum { PAGE = 4096 };

static char *map_shared(size_t size) {
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  EXPECT(memory != MAP_FAILED);
  return memory;
}

/* Mappings of shared anonymous memory in this program. */
static int count_shared(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[4096];
  int count = 0;

  EXPECT(maps);
  while (fgets(line, sizeof line, maps))
    count += strstr(line, "/dev/zero (deleted)") != NULL;
  fclose(maps);
  return count;
}

int main(void) {
  struct ibv_context *context = open_device();
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct flexio_process *process = create_process(context);
  struct flexio_window *window = NULL;
  uint64_t id = create_window(process, pd, &window), result = 0;
  int before = count_shared();

  for (uint64_t round = 0; round < 100; round++) {
    char *memory = map_shared(4 * PAGE);
    struct ibv_mr *region =
        ibv_reg_mr(pd, memory, 4 * PAGE, IBV_ACCESS_LOCAL_WRITE);
    EXPECT(region);
    memcpy(memory + PAGE, &round, sizeof round);
    EXPECT_SUCCESS(flexio_process_call(process, get, &result, id,
                                       (uint64_t)region->lkey,
                                       (uint64_t)memory + PAGE));
    EXPECT(result == round);
    EXPECT(ibv_dereg_mr(region) == 0 && munmap(memory, 4 * PAGE) == 0);
    EXPECT(count_shared() == before);
  }

  char *grown = mremap(map_shared(PAGE), PAGE, 2 * PAGE, MREMAP_MAYMOVE);
  EXPECT(grown != MAP_FAILED);
  grown[0] = 3;
  struct ibv_mr *region =
      ibv_reg_mr(pd, grown, 2 * PAGE, IBV_ACCESS_LOCAL_WRITE);
  EXPECT(region);
  EXPECT_SUCCESS(flexio_process_call(process, get, &result, id,
                                     (uint64_t)region->lkey, (uint64_t)grown));
  EXPECT(result == 3);
  EXPECT(flexio_process_call(process, get, &result, id, (uint64_t)region->lkey,
                             (uint64_t)grown + PAGE) ==
         FLEXIO_STATUS_FATAL_ERR);
  // CHECK: load access fault {{.*}}: 8 bytes at host address 0x{{[0-9a-f]+}} are not mapped any more
  EXPECT(ibv_dereg_mr(region) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_dealloc_pd(pd) == 0);
  // CHECK: done
  fprintf(stderr, "done\n");
  return 0;
}
