/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recursion: the queens' problem by backtracking. */
#include "broad.h"

static uint64_t place(uint32_t all, uint32_t columns, uint32_t left,
                      uint32_t right) {
  uint64_t solutions = 0;
  if (columns == all)
    return 1;
  for (uint32_t free = all & ~(columns | left | right); free;
       free &= free - 1) {
    const uint32_t bit = free & (0 - free);
    solutions +=
        place(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return solutions;
}

uint64_t program_queens(uint64_t rounds) {
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++)
    sum = mix(sum, place((1U << (6 + round % 3)) - 1, 0, 0, 0));
  return sum;
}
