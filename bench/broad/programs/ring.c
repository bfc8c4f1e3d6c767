/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A ring buffer that a producer and a consumer use in turn, with release,
 * acquire and sequentially consistent fences. */
#include "broad.h"

enum { ENTRIES = 256, BURST = 16 };
static volatile uint32_t head, tail;
static volatile uint64_t ring[ENTRIES];

static void produce(uint32_t count, uint32_t value) {
  for (; count && head - tail < ENTRIES; count--) {
    ring[head % ENTRIES] = (uint64_t)head * 77 + value;
    __atomic_thread_fence(__ATOMIC_RELEASE);
    head++;
  }
}

static uint64_t consume(uint32_t count, uint64_t sum) {
  for (; count && head != tail; count--) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    sum = mix(sum, ring[tail % ENTRIES]);
    tail++;
  }
  /* Orders the store of tail before the next load of head. */
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return sum;
}

uint64_t program_ring(uint64_t rounds) {
  uint32_t seed = 53;
  uint64_t sum = 0;
  head = tail = 0;
  for (uint64_t round = 0; round < rounds * 50; round++) {
    const uint32_t count = next_random(&seed) % BURST;
    produce(count, seed);
    sum = consume(next_random(&seed) % BURST, sum);
  }
  return sum + head;
}
