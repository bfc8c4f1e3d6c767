// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory is deregistered, or its window destroyed, and then unmapped while several execution units
// load from it, store to it and copy: none accesses it afterwards (the program would crash), and
// each ends with an error that gives the reason.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --engine=interp --threads=4 -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 --quantum=100 -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static uint64_t bytes[512];

/* Sets the first word of `flags` when it has begun, then uses the memory for ever. */
__dpa_rpc__ uint64_t use(uint64_t window, uint64_t flag_key, uint64_t flag,
                         uint64_t key, uint64_t memory, uint64_t size,
                         uint64_t how) {
  flexio_uintptr_t flag_pointer, pointer;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)flag_key) ||
      flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_1, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, flag,
                                    &flag_pointer) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_1, memory,
                                    &pointer))
    return 1;
  volatile uint64_t *words = (volatile uint64_t *)pointer;
  uint64_t sum = 0;
  for (uint64_t round = 0;; round++) {
    for (uint64_t i = 0; i < size / 8; i += 8) {
      if (how == 0)
        sum += words[i];
      else if (how == 1)
        words[i] = sum + i;
      else
        __atomic_fetch_add(&words[i], 1, __ATOMIC_RELAXED);
    }
    if (how == 3)
      flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_1, memory, bytes,
                                     sizeof bytes);
    *(volatile uint64_t *)flag_pointer = round + 1;
  }
}

//--- host.c
#include "registered-memory.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

flexio_func_t use;

enum { USERS = 4, SIZE = 5 * 4096 + 64 };

struct user {
  pthread_t thread;
  struct flexio_process *process;
  uint64_t window, flag_key, flag, key, memory, how;
};

static void *run(void *argument) {
  struct user *user = argument;
  uint64_t result = 0;

  EXPECT(flexio_process_call(user->process, use, &result, user->window,
                             user->flag_key, user->flag, user->key,
                             user->memory, (uint64_t)SIZE,
                             user->how) == FLEXIO_STATUS_FATAL_ERR);
  return NULL;
}

/* Each user has a process of its own, which its fault ends. */
static void play(struct ibv_context *context, bool destroys_windows) {
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct ibv_mr *flags =
      register_memory(pd, USERS * 64, IBV_ACCESS_LOCAL_WRITE);
  size_t mapped = (SIZE + 4095) / 4096 * 4096;
  void *memory = mmap(NULL, mapped, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT(memory != MAP_FAILED);
  struct ibv_mr *region = ibv_reg_mr(pd, memory, SIZE, IBV_ACCESS_LOCAL_WRITE);
  EXPECT(region);
  struct user users[USERS];
  struct flexio_window *windows[USERS];

  for (unsigned i = 0; i < USERS; i++) {
    users[i].process = create_process(context);
    users[i].window = create_window(users[i].process, pd, &windows[i]);
    users[i].flag_key = flags->lkey;
    users[i].flag = (uint64_t)flags->addr + 64 * i;
    users[i].key = region->lkey;
    users[i].memory = (uint64_t)memory;
    users[i].how = i;
    EXPECT(pthread_create(&users[i].thread, NULL, run, &users[i]) == 0);
  }
  for (unsigned i = 0; i < USERS; i++)
    while (*(volatile uint64_t *)users[i].flag == 0)
      sched_yield();
  if (destroys_windows)
    for (unsigned i = 0; i < USERS; i++)
      EXPECT_SUCCESS(flexio_window_destroy(windows[i]));
  else
    EXPECT(ibv_dereg_mr(region) == 0);
  EXPECT(munmap(memory, mapped) == 0);
  for (unsigned i = 0; i < USERS; i++) {
    EXPECT(pthread_join(users[i].thread, NULL) == 0);
    int status = flexio_err_status_get(users[i].process);
    EXPECT(status == 6 || status == 8); /* load or store access fault */
    EXPECT_SUCCESS(flexio_process_destroy(users[i].process));
  }
  if (destroys_windows)
    EXPECT(ibv_dereg_mr(region) == 0);
  free_memory(flags);
  EXPECT(ibv_dealloc_pd(pd) == 0);
}

int main(void) {
  struct ibv_context *context = open_device();

  fprintf(stderr, "deregistered\n");
  for (unsigned i = 0; i < 20; i++)
    play(context, false);
  // CHECK: deregistered
  // CHECK-COUNT-80: access fault {{.*}}: mkey 0x{{[0-9a-f]+}} was deregistered
  fprintf(stderr, "destroyed\n");
  for (unsigned i = 0; i < 20; i++)
    play(context, true);
  // CHECK: destroyed
  // CHECK-COUNT-80: access fault {{.*}}: window 1 was destroyed
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
