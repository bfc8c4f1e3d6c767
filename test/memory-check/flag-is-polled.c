// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-INT-23
// The guide's example: a thread polls a flag in host memory, with an invalidation in the loop,
// until the host sets it. Without the invalidation it would poll for ever: the watchdog ends it,
// and the check reports why.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -DINVALIDATE"
// RUN: cd %t && %dpacc_bf3 device.c -o without.a -app-name=test_app -devicecc-options="-g"
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/with
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/without.a %flexio_libs -lpthread -o %t/without
// RUN: dpa-run --check=memory,strict -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory --seed=1 -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// WITH-NOT: flexio
// WITH: status 0
// WITH-NOT: flexio
//
// RUN: dpa-run --check=memory --watchdog=1 -- %t/without > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT %s < %t/log
// WITHOUT: memory check: process 'test_app' on 'mlx5_0': stale data read at 0x{{[0-9a-f]+}} (poll_flag+{{0x[0-9a-f]+}}, device.c:[[#LINE:]])
// WITHOUT-SAME: was cached at 0x{{[0-9a-f]+}} (poll_flag+{{0x[0-9a-f]+}}, device.c:[[#LINE]])
// WITHOUT-SAME: __dpa_thread_window_read_inv() is missing
// WITHOUT-NOT: memory check
// WITHOUT: watchdog: ran too long

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t poll_flag(uint64_t window, uint64_t key, uint64_t host) {
  volatile uint64_t *flag;
  flexio_uintptr_t address;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, host, &address))
    return 2;
  flag = (volatile uint64_t *)address;
  unsigned polls = 0;
  while (!flag[0]) {
#ifdef INVALIDATE
    __dpa_thread_window_read_inv();
#endif
    if (polls++ == 0) { /* the flag is cached now: the host may set it */
      flag[8] = 1;
      __dpa_thread_window_writeback();
    }
  }
  return 0;
}

//--- host.c
#include "window.h"

#include <pthread.h>

flexio_func_t poll_flag;

static struct shared_window shared;

static void *setFlag(void *unused) {
  while (shared.memory->by_device[0] == 0)
    ;
  shared.memory->by_host[0] = 1;
  return unused;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  pthread_t host;
  uint64_t result = 9;

  shared = share_memory(process);
  EXPECT(pthread_create(&host, NULL, setFlag, NULL) == 0);
  int status = flexio_process_call(process, poll_flag, &result, shared.id,
                                   shared.key, shared.address);
  EXPECT(pthread_join(host, NULL) == 0);
  printf("status %d\n", status);
  unshare_memory(&shared);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
