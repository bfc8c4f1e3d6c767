/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Layers: a ring of 64 entries.
 */
#include "modules.h"

void ring_reset(struct ring *ring) { ring->head = ring->tail = ring->lost = 0; }

int ring_put(struct ring *ring, uint32_t entry) {
  if (ring_used(ring) == 64) {
    ring->lost++;
    return -1;
  }
  ring->entries[ring->tail++ % 64] = entry;
  return 0;
}

uint32_t ring_take(struct ring *ring) {
  if (ring_used(ring) == 0)
    return 0;
  return ring->entries[ring->head++ % 64];
}

uint32_t ring_used(const struct ring *ring) { return ring->tail - ring->head; }
