// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two threads spend from one account without a lock: nearly always right, whatever the machine.
// Trying seeds finds a run in which both spend the same money; replays of its recording show it
// every time.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: python3 %S/Inputs/fuzz-schedule.py 1000 %t/recording %t/host | FileCheck %s
// CHECK: seed {{[0-9]+}}: status 1: spent 2 times, left 0
// CHECK-NEXT: replayed 5 times: the same
//
// The same host program with a lock: no seed finds anything.
// RUN: %dpacc_bf3 %t/device.c -o %t/locked.a -app-name=test_app -devicecc-options="-DWITH_LOCK"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/locked.a %flexio_libs -lpthread -o %t/locked
// RUN: python3 %S/Inputs/fuzz-schedule.py 50 %t/recording %t/locked | FileCheck --check-prefix=LOCKED %s
// LOCKED: no seed of 50 failed

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static struct spinlock_s lock;
static volatile uint64_t account = 1;
static volatile uint64_t journal[8];
static uint64_t here;

/* Waits for all parties, then spends 1 if the account has it; returns 1 if it did. */
__dpa_rpc__ uint64_t spend(uint64_t parties) {
  uint64_t spent = 0;

  __atomic_fetch_add(&here, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&here, __ATOMIC_SEQ_CST) < parties) {
  }
#ifdef WITH_LOCK
  spin_lock(&lock);
#endif
  uint64_t left = account;
  if (left != 0) {
    /* Lies between the load and the store, so that others can run in between. */
    for (unsigned i = 0; i < sizeof journal / sizeof journal[0]; i++)
      journal[i] = left;
    account = left - 1;
    spent = 1;
  }
#ifdef WITH_LOCK
  spin_unlock(&lock);
#endif
  (void)lock;
  return spent;
}

__dpa_rpc__ uint64_t balance(void) { return account; }

//--- host.c
#include "host.h"

#include <pthread.h>

enum { PARTIES = 2 };

flexio_func_t spend, balance;

struct party {
  struct flexio_process *process;
  uint64_t spent;
};

static void *run(void *argument) {
  struct party *party = argument;

  EXPECT_SUCCESS(flexio_process_call(party->process, spend, &party->spent,
                                     (uint64_t)PARTIES));
  return NULL;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct party parties[PARTIES];
  pthread_t threads[PARTIES];
  uint64_t spent = 0;
  uint64_t left = 0;

  for (int i = 0; i < PARTIES; i++) {
    parties[i] = (struct party){process, 0};
    EXPECT(pthread_create(&threads[i], NULL, run, &parties[i]) == 0);
  }
  for (int i = 0; i < PARTIES; i++) {
    EXPECT(pthread_join(threads[i], NULL) == 0);
    spent += parties[i].spent;
  }
  EXPECT_SUCCESS(flexio_process_call(process, balance, &left));
  printf("spent %d times, left %d\n", (int)spent, (int)left);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return spent == 1 ? 0 : 1;
}
