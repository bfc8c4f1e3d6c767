/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Stages: the big functions.
 */
#include "modules.h"

static uint32_t rotated(uint32_t value, uint32_t by) {
  return value << by | value >> (32 - by);
}

void stage_expand(struct block *block, uint32_t seed) {
  for (uint32_t i = 0; i < 16; i++) {
    seed = seed * 1664525 + 1013904223;
    block->words[i] = i % 4 ? seed : ~seed;
  }
}

static void quarter(uint32_t *words, int a, int b, int c, int d) {
  words[a] += words[b];
  words[d] = rotated(words[d] ^ words[a], 16);
  words[c] += words[d];
  words[b] = rotated(words[b] ^ words[c], 12);
  words[a] += words[b];
  words[d] = rotated(words[d] ^ words[a], 8);
  words[c] += words[d];
  words[b] = rotated(words[b] ^ words[c], 7);
}

void stage_mix(struct block *block) {
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < 4; i++)
      quarter(block->words, i, i + 4, i + 8, i + 12);
    for (int i = 0; i < 4; i++)
      quarter(block->words, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4,
              12 + (i + 3) % 4);
  }
}

uint32_t stage_fold(const struct block *block) {
  uint32_t fold = 0;
  for (uint32_t i = 0; i < 16; i++)
    fold = rotated(fold, 5) ^ block->words[i];
  return fold;
}
