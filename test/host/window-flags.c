// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code that polls a flag in host memory, with the read contents invalidated in the loop,
// sees the host set it; the host sees the flag that the device sets and writes back, with the data
// before it.
// PROVES: R-INT-23 R-INT-25
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --engine=interp --threads=1 -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

/* Words of the memory: flag of the host, its data; flag of the device, its data. Answers `rounds`
 * times. */
__dpa_rpc__ uint64_t answer(uint64_t window, uint64_t key, uint64_t memory,
                            uint64_t rounds) {
  flexio_uintptr_t pointer;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, memory,
                                    &pointer))
    return 1;
  volatile uint64_t *words = (volatile uint64_t *)pointer;
  for (uint64_t round = 1; round <= rounds; round++) {
    while (words[0] != round)
      __dpa_thread_window_read_inv();
    __dpa_thread_window_read_inv();
    words[3] = words[1] * 3;
    __dpa_thread_window_writeback();
    words[2] = round;
    __dpa_thread_window_writeback();
  }
  return 0;
}

//--- host.c
#include "registered-memory.h"

#include <pthread.h>
#include <sched.h>

flexio_func_t answer;

enum { ROUNDS = 2000, USERS = 3 };

struct user {
  struct flexio_process *process;
  uint64_t window;
  struct ibv_mr *memory;
  pthread_t thread;
};

static void *run(void *argument) {
  struct user *user = argument;
  uint64_t result = 9;

  EXPECT_SUCCESS(flexio_process_call(user->process, answer, &result,
                                     user->window, (uint64_t)user->memory->lkey,
                                     (uint64_t)user->memory->addr,
                                     (uint64_t)ROUNDS));
  EXPECT(result == 0);
  return NULL;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct ibv_pd *pd = flexio_process_get_pd(process);
  struct flexio_window *window = NULL;
  struct user users[USERS];

  users[0].window = create_window(process, pd, &window);
  for (unsigned i = 0; i < USERS; i++) {
    users[i].process = process;
    users[i].window = users[0].window;
    users[i].memory = register_memory(pd, 64, IBV_ACCESS_LOCAL_WRITE);
    EXPECT(pthread_create(&users[i].thread, NULL, run, &users[i]) == 0);
  }
  for (uint64_t round = 1; round <= ROUNDS; round++) {
    for (unsigned i = 0; i < USERS; i++) {
      uint64_t *words = users[i].memory->addr;

      words[1] = round + i;
      __atomic_store_n(&words[0], round, __ATOMIC_RELEASE);
    }
    for (unsigned i = 0; i < USERS; i++) {
      uint64_t *words = users[i].memory->addr;

      while (__atomic_load_n(&words[2], __ATOMIC_ACQUIRE) != round)
        sched_yield();
      EXPECT(words[3] == (round + i) * 3);
    }
  }
  for (unsigned i = 0; i < USERS; i++) {
    EXPECT(pthread_join(users[i].thread, NULL) == 0);
    free_memory(users[i].memory);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
