// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two host threads call different functions with the same arguments: a replay distinguishes them,
// whichever arrives first.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run --seed=1 --quantum=50 --record=%t/recording -- %t/host one > %t/recorded
// RUN: grep -c '^call ' %t/recording || grep -c ' call ' %t/recording
// RUN: not grep ' write ' %t/recording
// RUN: dpa-run --replay=%t/recording -- %t/host one | diff %t/recorded -
// RUN: dpa-run --replay=%t/recording -- %t/host other | diff %t/recorded -

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static volatile uint64_t turn;
static volatile uint64_t steps;

/* Each waits for the other one: both are in the device at the same time. */
static uint64_t step(uint64_t mine, uint64_t rounds) {
  uint64_t seen = 0;

  for (uint64_t i = 0; i < rounds; i++) {
    while (turn != mine)
      seen++;
    turn = !mine;
    steps = steps + 1;
  }
  return seen;
}

__dpa_rpc__ uint64_t first(uint64_t rounds) { return step(0, rounds); }
__dpa_rpc__ uint64_t second(uint64_t rounds) { return step(1, rounds); }

//--- host.c
#include "host.h"

#include <pthread.h>

flexio_func_t first, second;

static struct flexio_process *process;
static uint64_t seen[2];

static void *call_first(void *argument) {
  EXPECT_SUCCESS(flexio_process_call(process, first, &seen[0], (uint64_t)100));
  return argument;
}

static void *call_second(void *argument) {
  EXPECT_SUCCESS(flexio_process_call(process, second, &seen[1], (uint64_t)100));
  return argument;
}

/* The argument selects the thread that is created first. */
int main(int argc, char **argv) {
  int is_one = argc > 1 && strcmp(argv[1], "one") == 0;
  pthread_t threads[2];

  process = create_process(open_device());
  EXPECT(pthread_create(&threads[0], NULL, is_one ? call_first : call_second,
                        NULL) == 0);
  EXPECT(pthread_create(&threads[1], NULL, is_one ? call_second : call_first,
                        NULL) == 0);
  for (int i = 0; i < 2; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  printf("waited %d and %d times\n", (int)seen[0], (int)seen[1]);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
