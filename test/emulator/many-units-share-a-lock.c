// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 256 execution units work under one lock, whichever way it spins, with as many host threads as there are cores, with
// one, and in a reproducible run: none waits in vain and no update is lost.
// PROVES: R-RTOS-11 R-MEM-15
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: env DPA_ENGINE=interp dpa-run --eus=256 -- %t/host
// RUN: env DPA_ENGINE=jit dpa-run --eus=256 -- %t/host
// RUN: dpa-run --eus=256 --threads=1 -- %t/host
// RUN: dpa-run --eus=256 --seed=3 --quantum=200 -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static struct spinlock_s lock;
static volatile uint64_t under_lock;
static volatile uint64_t under_ticket;
static volatile uint64_t under_reservation;
static uint64_t next_ticket;
static uint64_t served;
static uint32_t taken;

__dpa_rpc__ uint64_t work(uint64_t rounds) {
  for (uint64_t i = 0; i < rounds; i++) {
    spin_lock(&lock);
    under_lock = under_lock + 1;
    spin_unlock(&lock);

    uint64_t mine = __atomic_fetch_add(&next_ticket, 1, __ATOMIC_RELAXED);
    while (__atomic_load_n(&served, __ATOMIC_ACQUIRE) != mine) {
    }
    under_ticket = under_ticket + 1;
    __atomic_store_n(&served, mine + 1, __ATOMIC_RELEASE);

    uint32_t free = 0;
    while (!__atomic_compare_exchange_n(&taken, &free, 1, 1, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
      free = 0;
    under_reservation = under_reservation + 1;
    __atomic_store_n(&taken, 0, __ATOMIC_RELEASE);
  }
  return 0;
}

__dpa_rpc__ uint64_t sum(void) {
  return under_lock << 42 | under_ticket << 21 | under_reservation;
}

//--- host.c
#include "host.h"

#include <pthread.h>

enum { UNITS = 256, ROUNDS = 40 };

flexio_func_t work, sum;

static pthread_barrier_t barrier;

static void *run(void *process) {
  pthread_barrier_wait(&barrier);
  EXPECT_SUCCESS(flexio_process_call(process, work, NULL, (uint64_t)ROUNDS));
  return NULL;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  pthread_t threads[UNITS];
  uint64_t result = 0;

  EXPECT(pthread_barrier_init(&barrier, NULL, UNITS) == 0);
  for (int i = 0; i < UNITS; i++)
    EXPECT(pthread_create(&threads[i], NULL, run, process) == 0);
  for (int i = 0; i < UNITS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  EXPECT_SUCCESS(flexio_process_call(process, sum, &result));
  uint64_t all = UNITS * ROUNDS;
  EXPECT(result == (all << 42 | all << 21 | all));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
