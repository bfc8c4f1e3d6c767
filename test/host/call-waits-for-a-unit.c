// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call that finds every execution unit busy waits for one; after the call timeout it fails with
// that status and is never performed. Without a timeout it is performed as soon as a unit is free.
// PROVES: R-PROC-09
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: env DPA_WATCHDOG=0 dpa-run --eus=1 --call-timeout=0.2 -- %t/host times-out 2>&1 | FileCheck %s
// RUN: env DPA_WATCHDOG=0 dpa-run --eus=1 --call-timeout=0 -- %t/host waits
// RUN: env DPA_WATCHDOG=0 dpa-run --eus=1 --call-timeout=0.001 --seed=4 --record=%t/run.rec -- %t/host times-out 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SEED
// RUN: env DPA_WATCHDOG=0 dpa-run --eus=1 --call-timeout=0.001 --replay=%t/run.rec -- %t/host times-out 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SEED
// RUN: FileCheck %s --check-prefix=RECORD < %t/run.rec
// CHECK: flexio: error: flexio_process_call: 'count' in process 'test_app' on 'mlx5_0' did not run: no execution unit became free for it within 0.2 seconds (call-timeout)
// CHECK: done
// SEED: flexio: error: flexio_process_call: 'count' in process 'test_app' on 'mlx5_0' did not run: no execution unit became free for it within 0.001 seconds (call-timeout)
// SEED: done
// RECORD: {{^[0-9]+}} timeout

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static uint64_t calls;

/* flags[0]: the call has its unit; flags[1]: the call may end. */
__dpa_rpc__ uint64_t hold(uint64_t address) {
  uint64_t *flags = (uint64_t *)address;

  __atomic_store_n(&flags[0], 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&flags[1], __ATOMIC_SEQ_CST) == 0)
    ;
  return calls;
}

__dpa_rpc__ uint64_t count(void) { return ++calls; }

//--- host.c
#include "host.h"

flexio_func_t hold, count;

static struct flexio_process *process;
static flexio_uintptr_t flags;

static void *call_hold(void *argument) {
  uint64_t result = 1;

  (void)argument;
  EXPECT_SUCCESS(flexio_process_call(process, hold, &result, flags));
  EXPECT(result == 0);
  return NULL;
}

static void *call_count(void *argument) {
  EXPECT_SUCCESS(flexio_process_call(process, count, argument));
  return NULL;
}

static void wait_until_held(void) {
  uint64_t value = 0;
  struct flexio_mem here = {.mem_type = FLEXIO_MEMTYPE_HOST,
                            .haddr = (uintptr_t)&value};
  struct flexio_mem there = {.mem_type = FLEXIO_MEMTYPE_DPA, .daddr = flags};

  while (value == 0)
    EXPECT_SUCCESS(flexio_memcpy(process, &there, &here, sizeof value));
}

static void let_go(void) {
  uint64_t one = 1;

  EXPECT_SUCCESS(
      flexio_host2dev_memcpy(process, &one, sizeof one, flags + sizeof one));
}

int main(int argc, char **argv) {
  bool times_out = argc == 2 && strcmp(argv[1], "times-out") == 0;
  uint64_t zeros[2] = {0, 0};
  uint64_t result = 0;
  pthread_t holder, waiter;

  setvbuf(stdout, NULL, _IOLBF, 0);
  process = create_process(open_device());
  EXPECT_SUCCESS(flexio_copy_from_host(process, zeros, sizeof zeros, &flags));
  EXPECT(pthread_create(&holder, NULL, call_hold, NULL) == 0);
  wait_until_held();
  if (times_out) {
    EXPECT(flexio_process_call(process, count, &result) ==
           FLEXIO_STATUS_TIMEOUT);
    EXPECT(result == 0);
  } else {
    EXPECT(pthread_create(&waiter, NULL, call_count, &result) == 0);
  }
  let_go();
  EXPECT(pthread_join(holder, NULL) == 0);
  if (times_out) {
    EXPECT_SUCCESS(flexio_process_call(process, count, &result));
  } else {
    EXPECT(pthread_join(waiter, NULL) == 0);
  }
  EXPECT(result == 1);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
