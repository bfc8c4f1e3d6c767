/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loops: the arithmetic.
 */
#include "modules.h"

static const int16_t taps[8] = {-3, 12, 40, 79, 79, 40, 12, -3};

int32_t clamp(int32_t value, int32_t low, int32_t high) {
  if (value < low)
    return low;
  return value > high ? high : value;
}

int32_t filter(const int16_t *samples, int32_t state) {
  int32_t sum = state >> 2;
  for (uint32_t i = 0; i < 8; i++)
    sum += samples[i] * taps[i];
  return clamp(sum >> 8, -30000, 30000);
}

uint32_t isqrt(uint32_t value) {
  uint32_t root = 0;
  for (uint32_t bit = 1u << 15; bit; bit >>= 1)
    if ((root | bit) * (root | bit) <= value)
      root |= bit;
  return root;
}
