/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Callers: a hash of middling size.
 */
#include "modules.h"

uint32_t hash_word(uint32_t hash, uint32_t word) {
  word *= 0xcc9e2d51;
  word = word << 15 | word >> 17;
  word *= 0x1b873593;
  hash ^= word;
  hash = hash << 13 | hash >> 19;
  return hash * 5 + 0xe6546b64;
}

uint32_t hash_end(uint32_t hash, uint32_t length) {
  hash ^= length;
  hash ^= hash >> 16;
  hash *= 0x85ebca6b;
  hash ^= hash >> 13;
  hash *= 0xc2b2ae35;
  return hash ^ hash >> 16;
}
