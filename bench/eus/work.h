/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work of a busy EU, the same for device and host: no memory, so that only
 * cores are shared. */
#ifndef BENCH_EUS_WORK_H
#define BENCH_EUS_WORK_H

#include <stdint.h>

static inline uint64_t work(uint64_t rounds) {
  uint64_t x = 88172645463325252u;

  for (uint64_t i = 0; i < rounds; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  return x;
}

#endif
