/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bit operations on whole words: cells of a board, 64 at a time. */
#include "broad.h"

enum { ROWS = 64 };

static void add(uint64_t *low, uint64_t *middle, uint64_t *high, uint64_t x) {
  const uint64_t carry = *low & x;
  *low ^= x;
  *high |= *middle & carry;
  *middle ^= carry;
}

static void step(const uint64_t *from, uint64_t *to) {
  for (int i = 0; i < ROWS; i++) {
    const uint64_t row = from[i];
    uint64_t low = 0, middle = 0, high = 0;
    for (int k = -1; k <= 1; k++) {
      const uint64_t other = from[(i + k) & (ROWS - 1)];
      add(&low, &middle, &high, other << 1 | other >> 63);
      add(&low, &middle, &high, other >> 1 | other << 63);
      if (k)
        add(&low, &middle, &high, other);
    }
    to[i] = middle & ~high & (low | row);
  }
}

uint64_t program_life(uint64_t rounds) {
  static uint64_t board[2][ROWS];
  uint32_t seed = 13;
  uint64_t sum = 0;
  for (int i = 0; i < ROWS; i++)
    board[0][i] = (uint64_t)next_random(&seed) << 32 | next_random(&seed);
  for (uint64_t round = 0; round < rounds; round++) {
    step(board[0], board[1]);
    step(board[1], board[0]);
    for (int i = 0; i < ROWS; i += 8)
      sum += (uint64_t)__builtin_popcountll(board[0][i]);
    board[0][round % ROWS] ^= next_random(&seed);
  }
  return mix_bytes(sum, board, sizeof board);
}
