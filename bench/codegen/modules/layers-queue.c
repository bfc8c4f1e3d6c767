/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Layers: the middle, which only passes calls on.
 */
#include "modules.h"

void queue_reset(struct ring *ring) { ring_reset(ring); }

int queue_push(struct ring *ring, uint32_t entry) {
  return ring_put(ring, entry);
}

uint32_t queue_pop(struct ring *ring) { return ring_take(ring); }

uint32_t queue_level(const struct ring *ring) { return ring_used(ring); }
