/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lengths: a loop in another file whose length is a constant here.
 */
#include "modules.h"

static uint32_t window[12];

uint64_t program_lengths(uint64_t rounds) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < rounds; i++) {
    window[i % 12] += (uint32_t)(sum + i);
    sum += fold(window, 12, (uint32_t)i);
  }
  return sum;
}
