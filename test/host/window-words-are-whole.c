// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Aligned words of 8 bytes are never seen half written: neither by the host when device code stores
// and copies, nor by device code when the host stores. A thread loads what it has stored.
// PROVES: R-MEM-01 R-MEM-02
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --engine=interp -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

enum { WORDS = 64 };

static uint64_t own[WORDS];

static int is_whole(uint64_t word) {
  return (uint32_t)word == (uint32_t)(word >> 32);
}

static uint64_t value(uint64_t round) { return round << 32 | round; }

/* Until the host sets the last word, writes 64 words and reads the 64 after them. 0: all were
 * whole. */
__dpa_rpc__ uint64_t exchange(uint64_t window, uint64_t key, uint64_t memory) {
  flexio_uintptr_t pointer;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, memory,
                                    &pointer))
    return 1;
  volatile uint64_t *words = (volatile uint64_t *)pointer;
  for (uint64_t round = 1; words[2 * WORDS] == 0; round++) {
    for (unsigned i = 0; i < WORDS; i++) {
      if (!is_whole(words[WORDS + i]))
        return 2;
      if (round % 2) {
        words[i] = value(round);
        if (words[i] != value(round))
          return 3;
      }
      own[i] = value(round);
    }
    if (round % 2 == 0)
      flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0, memory, own,
                                     sizeof own);
  }
  return 0;
}

//--- host.c
#include "registered-memory.h"

#include <pthread.h>

flexio_func_t exchange;

enum { WORDS = 64, ROUNDS = 20000 };

static struct flexio_process *process;
static struct ibv_mr *memory;
static uint64_t window;

static void *run(void *unused) {
  uint64_t result = 9;

  EXPECT_SUCCESS(flexio_process_call(process, exchange, &result, window,
                                     (uint64_t)memory->lkey,
                                     (uint64_t)memory->addr));
  EXPECT(result == 0);
  return unused;
}

int main(void) {
  struct flexio_window *handle = NULL;
  pthread_t thread;

  process = create_process(open_device());
  memory = register_memory(flexio_process_get_pd(process), 4096,
                           IBV_ACCESS_LOCAL_WRITE);
  window = create_window(process, flexio_process_get_pd(process), &handle);
  volatile uint64_t *words = memory->addr;
  EXPECT(pthread_create(&thread, NULL, run, NULL) == 0);
  while (words[0] == 0) {
  }
  for (uint64_t round = 1; round <= ROUNDS; round++)
    for (unsigned i = 0; i < WORDS; i++) {
      uint64_t word = words[i];

      EXPECT((uint32_t)word == (uint32_t)(word >> 32));
      words[WORDS + i] = round << 32 | round;
    }
  words[2 * WORDS] = 1;
  EXPECT(pthread_join(thread, NULL) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  free_memory(memory);
  return 0;
}
