// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-INT-24, R-INT-03, R-MEM-13
// One thread writes data, then a flag; another waits for the flag and uses the data. With a fence
// between the two writes nothing is reported, whatever the seed; without it the reader reads old
// data in some runs, and the check reports where.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -DFENCE"
// RUN: cd %t && %dpacc_bf3 device.c -o without.a -app-name=test_app -devicecc-options="-g"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/with
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/without.a %flexio_libs -lpthread -o %t/without
//
// RUN: dpa-run --check=memory --seed=1 -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory --seed=2 -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// RUN: dpa-run --check=memory,strict --seed=3 -- %t/with 2>&1 | FileCheck --check-prefix=WITH %s
// WITH-NOT: flexio
// WITH: old data 0 times
// WITH-NOT: flexio
//
// RUN: not dpa-run --check=memory --seed=1 -- %t/without > %t/log 2>&1
// RUN: FileCheck --check-prefix=OLD %s < %t/log
// RUN: not dpa-run --check=memory --seed=2 -- %t/without > %t/log 2>&1
// RUN: FileCheck --check-prefix=OLD %s < %t/log
// OLD-DAG: old data {{[1-9][0-9]*}} times
// OLD-DAG: flexio: error: memory check: process 'test_app' on 'mlx5_0': old data read at 0x{{[0-9a-f]+}} (receive+{{0x[0-9a-f]+}}, device.c:33) on EU {{[0-9]+}}: {{0x[0-9a-f]+}} (data+0x0) was written at 0x{{[0-9a-f]+}} (produce+{{0x[0-9a-f]+}}, device.c:16) on EU {{[0-9]+}}, before 0x{{[0-9a-f]+}} (produce+{{0x[0-9a-f]+}}, device.c:22) on EU {{[0-9]+}} wrote what the reader has seen already; no fence orders the two writes (__dpa_thread_memory_fence(__DPA_W, __DPA_W))
//
// Each place is reported once.
// RUN: FileCheck --check-prefix=ONCE --implicit-check-not=flexio: %s < %t/log
// ONCE: flexio: error: memory check
//
// Without the check nothing is reordered.
// RUN: dpa-run --seed=1 -- %t/without | FileCheck --check-prefix=WITH1 %s
// WITH1: old data 0 times

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static uint64_t data;
static uint64_t padding[16];
static volatile uint64_t flag;
static uint64_t taken;

enum { ROUNDS = 300 };

__dpa_rpc__ uint64_t produce(uint64_t unused) {
  for (uint64_t round = 1; round <= ROUNDS; round++) {
    while (__atomic_load_n(&taken, __ATOMIC_ACQUIRE) != round - 1) {
    }
    data = round;
#ifdef FENCE
    __dpa_thread_memory_fence(__DPA_W, __DPA_W);
#else
    __asm__ volatile("" : : : "memory");
#endif
    flag = round;
  }
  return unused + padding[0];
}

__dpa_rpc__ uint64_t receive(uint64_t unused) {
  uint64_t old = unused;

  for (uint64_t round = 1; round <= ROUNDS; round++) {
    while (flag != round) {
    }
    old += data != round;
    __atomic_store_n(&taken, round, __ATOMIC_RELEASE);
  }
  return old;
}

//--- host.c
#include "host.h"

#include <pthread.h>

flexio_func_t produce, receive;

static void *produceAll(void *process) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, produce, &result, (uint64_t)0));
  return NULL;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  pthread_t sender;
  uint64_t old = 0;

  EXPECT(pthread_create(&sender, NULL, produceAll, process) == 0);
  EXPECT_SUCCESS(flexio_process_call(process, receive, &old, (uint64_t)0));
  EXPECT(pthread_join(sender, NULL) == 0);
  printf("old data %d times\n", (int)old);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return old != 0;
}
