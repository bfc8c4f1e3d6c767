/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the benchmark of breakpoints: work in memory and calls, and a
 * function that is never called. */
#include <dpaintrin.h>
#include <stdint.h>

static uint64_t words[1024];

__attribute__((noinline)) static void step(uint64_t round) {
  for (uint64_t i = 0; i < 1024; i++)
    words[i] = words[i] * 5 + round;
}

__dpa_rpc__ uint64_t work(uint64_t rounds) {
  for (uint64_t i = 0; i < rounds; i++)
    step(i);
  return words[7];
}

__dpa_rpc__ uint64_t never(uint64_t value) { return value + words[0]; }
