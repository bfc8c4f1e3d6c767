// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-INT-10, R-INT-25, R-MEM-14
// The guide's example: a thread sets a flag in host memory. After a write-back the host sees it
// while the thread continues; without one it never does, which the check reports when the thread
// ends.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -DWAY=0"
// RUN: cd %t && %dpacc_bf3 device.c -o without.a -app-name=test_app -devicecc-options="-g -DWAY=1"
// RUN: cd %t && %dpacc_bf3 device.c -o fence.a -app-name=test_app -devicecc-options="-g -DWAY=2"
// RUN: cd %t && %dpacc_bf3 device.c -o order.a -app-name=test_app -devicecc-options="-g -DWAY=3"
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/with
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/without.a %flexio_libs -o %t/without
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/fence.a %flexio_libs -o %t/fence
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/order.a %flexio_libs -o %t/order
// RUN: dpa-run --check=memory,strict -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory --seed=1 -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// WITH-NOT: flexio
// WITH: host sees 7 and 9
// WITH-NOT: flexio
//
// RUN: dpa-run --check=memory -- %t/without > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT --implicit-check-not=flexio: %s < %t/log
// RUN: dpa-run --check=memory,strict --seed=1 -- %t/without > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT --implicit-check-not=flexio: %s < %t/log
// WITHOUT-DAG: host sees 0 and 0
// WITHOUT-DAG: flexio: error: memory check: process 'test_app' on 'mlx5_0': activation ended at {{.*}} on EU {{[0-9]+}}: 0x4{{[0-9a-f]+}}, written at 0x{{[0-9a-f]+}} (set_flag+{{0x[0-9a-f]+}}, device.c:24) on EU {{[0-9]+}}, never written back to host memory; between the two __dpa_thread_window_writeback() is missing
// WITHOUT-DAG: written at {{.*}} (set_flag+{{0x[0-9a-f]+}}, device.c:25) on EU
//
// A system fence counts as a write-back, since programs rely on it, except with `strict`. A fence
// of the windows never does.
// RUN: dpa-run --check=memory -- %t/fence 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory,strict -- %t/fence > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT --implicit-check-not=flexio: %s < %t/log
// RUN: dpa-run --check=memory -- %t/order > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT --implicit-check-not=flexio: %s < %t/log
//
// Without the check memory is coherent.
// RUN: dpa-run -- %t/without | FileCheck --check-prefix=WITH %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static inline void write_back(void) {
#if WAY == 0
  __dpa_thread_window_writeback();
#elif WAY == 2
  __dpa_thread_system_fence();
#elif WAY == 3
  __dpa_thread_window_fence(__DPA_W, __DPA_W);
#endif
}

__dpa_rpc__ uint64_t set_flag(uint64_t window, uint64_t key, uint64_t host) {
  volatile uint8_t *flag;
  flexio_uintptr_t address;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, host, &address))
    return 2;
  flag = (volatile uint8_t *)address;
  flag[64] = 7;
  flag[72] = 9;
  write_back();
  return flag[64]; /* a thread sees its own stores */
}

//--- host.c
#include "window.h"

flexio_func_t set_flag;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct shared_window shared = share_memory(process);
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, set_flag, &result, shared.id,
                                     shared.key, shared.address));
  EXPECT(result == 7);
  printf("host sees %d and %d\n", (int)shared.memory->by_device[0],
         (int)shared.memory->by_device[1]);
  unshare_memory(&shared);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
