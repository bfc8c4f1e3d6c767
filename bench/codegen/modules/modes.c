/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Modes: one function with a switch, called with constants.
 */
#include "modules.h"

static uint32_t values[40];

uint64_t program_modes(uint64_t rounds) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < rounds; i++) {
    values[i % 40] = (uint32_t)(sum * 7 + i);
    sum += reduce(values, 40, MODE_SUM);
    sum ^= reduce(values, (uint32_t)(sum % 40), MODE_MAXIMUM);
    sum += reduce(values, 16, MODE_XOR);
    if (reduce(values, 40, MODE_COUNT) > 20)
      sum ^= reduce(values, 8, MODE_SUM);
  }
  return sum;
}
