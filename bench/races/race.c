/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Two calls of race() at the same time begin together and add to a counter
 * without a lock. Between two additions each runs a loop of four instructions.
 */
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static _Atomic uint32_t arrived;
static volatile uint64_t counter;

__dpa_rpc__ uint64_t race(uint64_t additions, uint64_t loops) {
  uint64_t value = 1;

  arrived++;
  while (arrived < 2)
    ;
  for (uint64_t i = 0; i < additions; i++) {
    for (uint64_t k = 0; k < loops; k++) {
      value = value * 6364136223846793005u + 1442695040888963407u;
      __asm__ volatile("" : "+r"(value));
    }
    counter = counter + 1;
  }
  return 0;
}

__dpa_rpc__ uint64_t sum(uint64_t unused) {
  (void)unused;
  return counter;
}
