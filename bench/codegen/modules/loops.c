/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loops: an inner loop that calls functions of another file.
 */
#include "modules.h"

enum { SAMPLES = 48, TAPS = 8 };
static int16_t samples[SAMPLES + TAPS];

static void fill_samples(uint64_t seed) {
  for (uint32_t i = 0; i < SAMPLES + TAPS; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    samples[i] = (int16_t)(seed >> 48);
  }
}

uint64_t program_loops(uint64_t rounds) {
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    int32_t state = 0, low = 0, high = 0;
    fill_samples(sum + round);
    for (uint32_t i = 0; i < SAMPLES; i++) {
      state = filter(samples + i, state);
      low = clamp(state, -20000, low);
      high = clamp(state, high, 20000);
      sum += isqrt((uint32_t)clamp(state, 0, 1 << 20));
    }
    sum += isqrt((uint32_t)(high - low));
  }
  return sum;
}
