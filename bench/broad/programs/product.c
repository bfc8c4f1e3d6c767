/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of matrices of integers, and their transpositions. */
#include "broad.h"

enum { SIDE = 40 };
static int32_t a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];

uint64_t program_product(uint64_t rounds) {
  uint32_t seed = 29;
  uint64_t sum = 0;
  for (int i = 0; i < SIDE * SIDE; i++) {
    a[i / SIDE][i % SIDE] = (int32_t)next_random(&seed) >> 20;
    b[i / SIDE][i % SIDE] = (int32_t)next_random(&seed) >> 20;
  }
  for (uint64_t round = 0; round < rounds; round++) {
    for (int i = 0; i < SIDE; i++)
      for (int k = 0; k < SIDE; k++) {
        int32_t value = 0;
        for (int n = 0; n < SIDE; n++)
          value += a[i][n] * b[n][k];
        c[i][k] = value;
      }
    for (int i = 0; i < SIDE; i++)
      for (int k = 0; k < SIDE; k++)
        a[i][k] = c[k][i] >> 8;
    a[round % SIDE][round / SIDE % SIDE] += (int32_t)round;
    sum = mix(sum, (uint64_t)c[round % SIDE][(round + 7) % SIDE]);
  }
  return sum;
}
