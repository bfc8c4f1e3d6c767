/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Layers: a user of a queue.
 */
#include "modules.h"

static struct ring inbox, outbox;

static void work(uint32_t value) {
  if (queue_push(&outbox, value ^ queue_level(&inbox)))
    queue_pop(&outbox);
}

uint64_t program_layers(uint64_t rounds) {
  uint64_t sum = 0;
  queue_reset(&inbox);
  queue_reset(&outbox);
  for (uint64_t i = 0; i < rounds; i++) {
    queue_push(&inbox, (uint32_t)(sum + i));
    if (i % 3)
      queue_push(&inbox, (uint32_t)i);
    while (queue_level(&inbox) > 8)
      work(queue_pop(&inbox));
    if (queue_level(&outbox) > 16)
      sum += queue_pop(&outbox);
  }
  return sum + queue_level(&outbox);
}
