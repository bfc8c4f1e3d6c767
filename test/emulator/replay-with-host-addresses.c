// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program passes the addresses of buffers that it has allocated to the device. In a replay it
// allocates the same addresses, if the system can give it fixed addresses: recording and replaying
// allocate elsewhere, whatever the names of the files. Buffers at other addresses are reported.
// REQUIRES: fixed-addresses
// RUN: rm -rf %t && split-file %s %t && mkdir %t/a-folder-with-a-much-longer-name
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: cd %t && dpa-run --seed=5 --quantum=97 --record=r -- setarch -R %t/host > %t/recorded.txt
// RUN: FileCheck --input-file=%t/recorded.txt %s
// RUN: dpa-run --replay=r -- setarch -R %t/host | diff %t/recorded.txt -
// RUN: cp r %t/a-folder-with-a-much-longer-name/r
// RUN: dpa-run --replay=%t/a-folder-with-a-much-longer-name/r -- setarch -R %t/host | diff %t/recorded.txt -
// RUN: dpa-run --engine=interp --seed=0 --record=i -- setarch -R %t/host > %t/interpreted.txt
// RUN: dpa-run --engine=interp --replay=i -- setarch -R %t/host | diff %t/interpreted.txt -
// CHECK-COUNT-24: 0x{{[0-9a-f]+}}
//
// RUN: not dpa-run --replay=r -- setarch -R %t/host elsewhere 2>&1 | FileCheck --check-prefix=LEFT %s
// LEFT: dpa-emulator: error: r:{{[0-9]+}}: the run has left the recording: no further 'call' like this one is recorded{{$}}
// LEFT: 'add' in process 'test_app' on 'mlx5_0' did not return: the run has left the recording

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t add(uint64_t window, uint64_t key, uint64_t address) {
  flexio_uintptr_t pointer;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                    &pointer))
    return 1;
  volatile uint64_t *sum = (volatile uint64_t *)pointer;
  for (uint64_t i = 0; i < 1000; i++)
    *sum += i;
  return 0;
}

//--- host.c
#include "registered-memory.h"

#include <inttypes.h>

enum { ROUNDS = 4, BUFFERS = 6, CALLS = 2 };

flexio_func_t add;

static struct flexio_process *process;
static uint64_t window;

static void use(struct ibv_pd *pd, size_t size) {
  /* Of the least alignment and never freed, so that even the smallest shift moves all later
   * buffers. */
  uint64_t *buffer = aligned_alloc(64, size);

  EXPECT(buffer);
  *buffer = size;
  struct ibv_mr *region = ibv_reg_mr(pd, buffer, size, IBV_ACCESS_LOCAL_WRITE);
  EXPECT(region);
  for (unsigned i = 0; i < CALLS; i++) {
    uint64_t result = 9;

    EXPECT_SUCCESS(flexio_process_call(process, add, &result, window,
                                       (uint64_t)region->lkey,
                                       (uint64_t)(uintptr_t)buffer));
    EXPECT(result == 0);
  }
  printf("%p: %016" PRIx64 "\n", (void *)buffer, *buffer);
  EXPECT(ibv_dereg_mr(region) == 0);
}

int main(int argc, char **argv) {
  /* From the heap; the last is mapped by malloc. */
  static const size_t sizes[BUFFERS] = {64, 128, 4096, 1024, 65536, 4 << 20};
  struct flexio_window *own = NULL;

  (void)argv;
  for (unsigned i = 0; argc > 1 && i < BUFFERS; i++)
    EXPECT(aligned_alloc(64, sizes[i])); /* not freed either */
  process = create_process(open_device());
  struct ibv_pd *pd = flexio_process_get_pd(process);
  window = create_window(process, pd, &own);
  for (unsigned round = 0; round < ROUNDS; round++)
    for (unsigned i = 0; i < BUFFERS; i++)
      use(pd, sizes[i]);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return EXIT_SUCCESS;
}
