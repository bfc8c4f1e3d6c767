// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-INT-08, R-INT-09, R-INT-23
// A thread reads a flag in host memory again after the host has set it. With an invalidation in
// between it reads the new value; without, it reads the cached one, and the check reports where.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -DINVALIDATE"
// RUN: cd %t && %dpacc_bf3 device.c -o without.a -app-name=test_app -devicecc-options="-g"
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/with
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/without.a %flexio_libs -lpthread -o %t/without
// RUN: dpa-run --check=memory -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory,strict -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory --seed=1 -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// WITH-NOT: flexio
// WITH: saw 1
// WITH-NOT: flexio
//
// RUN: dpa-run --check=memory -- %t/without > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT --implicit-check-not=flexio: %s < %t/log
// RUN: dpa-run --check=memory --seed=1 -- %t/without > %t/log 2>&1
// RUN: FileCheck --check-prefix=WITHOUT --implicit-check-not=flexio: %s < %t/log
// WITHOUT-DAG: saw 0
// WITHOUT-DAG: flexio: error: memory check: process 'test_app' on 'mlx5_0': stale data read at 0x{{[0-9a-f]+}} (poll_flag+{{0x[0-9a-f]+}}, device.c:28) on EU {{[0-9]+}}: 0x4{{[0-9a-f]+}} was cached at 0x{{[0-9a-f]+}} (poll_flag+{{0x[0-9a-f]+}}, device.c:16) on EU {{[0-9]+}}, and host memory has changed since; between the two __dpa_thread_window_read_inv() is missing
//
// A polling loop that invalidates may read old data once, at its start.
// RUN: cd %t && %dpacc_bf3 device.c -o poll.a -app-name=test_app -devicecc-options="-g -DPOLL"
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/poll.a %flexio_libs -lpthread -o %t/poll
// RUN: dpa-run --check=memory -- %t/poll 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory,strict -- %t/poll 2>&1 | FileCheck --check-prefix=WITH %s
//
// Without the check memory is coherent.
// RUN: dpa-run -- %t/without | FileCheck --check-prefix=WITH %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

/* `note` is in device memory, where the host's writes are seen at once. */
__dpa_rpc__ uint64_t poll_flag(uint64_t window, uint64_t key, uint64_t host,
                               uint64_t note) {
  volatile uint64_t *flag;
  flexio_uintptr_t address;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, host, &address))
    return 2;
  flag = (volatile uint64_t *)address;
  uint64_t first = flag[0];
  flag[8] = 1 + first; /* the flag is cached now: the host may set it */
  __dpa_thread_window_writeback();
  while (*(volatile uint64_t *)note == 0)
    ;
#ifdef POLL
  while (flag[0] == 0)
    __dpa_thread_window_read_inv();
#endif
#ifdef INVALIDATE
  __dpa_thread_window_read_inv();
#endif
  return flag[0];
}

//--- host.c
#include "window.h"

#include <pthread.h>

flexio_func_t poll_flag;

static struct flexio_process *process;
static struct shared_window shared;
static flexio_uintptr_t note;

static void *setFlag(void *unused) {
  uint64_t one = 1;

  while (shared.memory->by_device[0] == 0)
    ;
  shared.memory->by_host[0] = 1;
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &one, sizeof one, note));
  return unused;
}

int main(void) {
  pthread_t host;
  uint64_t zero = 0;
  uint64_t seen = 9;

  process = create_process(open_device());
  shared = share_memory(process);
  EXPECT_SUCCESS(flexio_copy_from_host(process, &zero, sizeof zero, &note));
  EXPECT(pthread_create(&host, NULL, setFlag, NULL) == 0);
  EXPECT_SUCCESS(flexio_process_call(process, poll_flag, &seen, shared.id,
                                     shared.key, shared.address, note));
  EXPECT(pthread_join(host, NULL) == 0);
  printf("saw %d\n", (int)seen);
  unshare_memory(&shared);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
