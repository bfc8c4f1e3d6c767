/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of two 24 x 24 matrices of 16-bit numbers: multiply-add and strided
 * loads. */
#include "programs.h"

enum { SIDE = 24, CELLS = SIDE * SIDE };

static int16_t left[CELLS], right[CELLS];
static int32_t product[CELLS];

static void multiply(void) {
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      int32_t sum = 0;
      for (int k = 0; k < SIDE; k++)
        sum += (int32_t)left[i * SIDE + k] * right[k * SIDE + j];
      product[i * SIDE + j] = sum;
    }
}

uint64_t program_matrix(uint64_t rounds) {
  uint32_t checksum = 0;
  for (int i = 0; i < CELLS; i++) {
    left[i] = (int16_t)(i * 3 + 1);
    right[i] = (int16_t)(i * 7 - 5);
  }
  for (uint64_t round = 0; round < rounds; round++) {
    multiply();
    for (int i = 0; i < CELLS; i++) {
      checksum += (uint32_t)product[i] ^ (uint32_t)(product[i] >> 7);
      left[i] = (int16_t)(left[i] + (product[i] & 3));
    }
  }
  return checksum;
}
