// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Units that wait in loops for an event that cannot occur are ended by the watchdog although they
// hardly run: at their limit of instructions, or of processor time, which counts the looks at them;
// with one unit, a few and many, on one host thread and on several, and in a reproducible run,
// where the limit of 0.005 s is 9 million instructions of all units together.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run --eus=256 --threads=1 --watchdog=0 --budget=1000000 -- %t/host 1 3 100
// RUN: dpa-run --eus=256 --threads=2 --watchdog=0 --budget=1000000 -- %t/host 2 3 100
// RUN: dpa-run --eus=256 --threads=1 --watchdog=0.05 -- %t/host 1 3 256
// RUN: dpa-run --eus=256 --threads=2 --watchdog=0.05 -- %t/host 2 3 256
// RUN: dpa-run --eus=256 --seed=1 --watchdog=0.005 -- %t/host 1 3 100

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static struct spinlock_s lock = {1};
static uint32_t taken = 1;
static uint64_t never;
static uint64_t ended;

__dpa_rpc__ uint64_t wait_for_ever(uint64_t unit) {
  uint32_t free = 0;

  switch (unit % 3) {
  case 0:
    spin_lock(&lock);
    break;
  case 1:
    while (!__atomic_compare_exchange_n(&taken, &free, 1, 1, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
      free = 0;
    break;
  default:
    while (__atomic_load_n(&never, __ATOMIC_ACQUIRE) == 0) {
    }
  }
  __atomic_fetch_add(&ended, 1, __ATOMIC_RELAXED);
  return 0;
}

//--- host.c
#include "host.h"

#include <pthread.h>

enum { UNITS_MAX = 256 };

flexio_func_t wait_for_ever;

static struct flexio_process *process;

static void *run(void *unit) {
  EXPECT(flexio_process_call(process, wait_for_ever, NULL, (uint64_t)unit) !=
         FLEXIO_STATUS_SUCCESS);
  return NULL;
}

/* Each argument is a number of units that wait, in a process of their own. */
int main(int argc, char **argv) {
  struct ibv_context *device = open_device();

  for (int i = 1; i < argc; i++) {
    pthread_t threads[UNITS_MAX];
    uint64_t units = strtoull(argv[i], NULL, 10);
    EXPECT(units <= UNITS_MAX);
    process = create_process(device);
    for (uint64_t unit = 0; unit < units; unit++)
      EXPECT(pthread_create(&threads[unit], NULL, run, (void *)unit) == 0);
    for (uint64_t unit = 0; unit < units; unit++)
      EXPECT(pthread_join(threads[unit], NULL) == 0);
    EXPECT_SUCCESS(flexio_process_destroy(process));
  }
  return 0;
}
