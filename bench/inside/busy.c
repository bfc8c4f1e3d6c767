/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the benchmark of profiles: works in a function that several
 * others call, so that each sample has a stack. */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

static uint64_t cells[512];

static __attribute__((noinline)) uint64_t mix(uint64_t value) {
  for (int i = 0; i < 512; ++i) {
    cells[i] += value;
    value = value * 3 + (cells[i] >> 5);
  }
  return value;
}

static __attribute__((noinline)) uint64_t descend(uint64_t value, int depth) {
  if (depth == 0)
    return mix(value);
  return descend(value + 1, depth - 1) ^ value;
}

__dpa_rpc__ uint64_t busy(uint64_t rounds) {
  uint64_t value = 0;

  while (rounds-- != 0)
    value += descend(rounds, 8);
  return value;
}
