/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Callers: keys of several lengths, each hashed word by word by functions of
 * hash.c.
 */
#include "modules.h"

static uint32_t key_of_two(uint32_t a, uint32_t b) {
  return hash_end(hash_word(hash_word(1, a), b), 8);
}

static uint32_t key_of_four(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  uint32_t hash = hash_word(hash_word(2, a), b);
  return hash_end(hash_word(hash_word(hash, c), d), 16);
}

uint64_t program_callers(uint64_t rounds) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < rounds; i++) {
    uint32_t low = (uint32_t)i, high = (uint32_t)sum;
    sum += key_of_two(low, high);
    if (sum & 1)
      sum ^= key_of_four(low, high, low + high, 7);
    else
      sum ^= hash_end(hash_word(high, low), 4);
    sum += hash_end(low, 0);
  }
  return sum;
}
