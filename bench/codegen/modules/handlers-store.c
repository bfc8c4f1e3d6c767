/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Handlers: a small store with checked keys.
 */
#include "modules.h"

static uint32_t store[32];
static uint32_t versions[32];

uint32_t store_get(uint32_t key) { return store[key % 32]; }

void store_put(uint32_t key, uint32_t value) {
  uint32_t slot = key % 32;
  if (store[slot] != value)
    versions[slot]++;
  store[slot] = value ^ (versions[slot] >> 16);
}

uint32_t saturated(uint64_t value, uint32_t limit) {
  return value < limit ? (uint32_t)value : limit;
}
