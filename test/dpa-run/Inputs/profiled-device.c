/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two functions, one of which does three times the work of the other, and their exact counts of
 * instructions. */
#include <dpaintrin.h>
#include <stdint.h>

static uint64_t in_light, in_heavy;

static inline __attribute__((always_inline)) uint64_t mix(uint64_t value) {
  return value * 6364136223846793005u + 1442695040888963407u;
}

static __attribute__((noinline)) uint64_t light(uint64_t value) {
  for (int i = 0; i < 1000; ++i)
    value = value * 3 + (value >> 7);
  return value;
}

static __attribute__((noinline)) uint64_t heavy(uint64_t value) {
  for (int i = 0; i < 3000; ++i)
    value = mix(value) ^ (value >> 3);
  return value;
}

static __attribute__((noinline)) uint64_t both(uint64_t value) {
  uint64_t begin = __dpa_thread_inst_ret();
  uint64_t middle;

  value = light(value);
  middle = __dpa_thread_inst_ret();
  in_light += middle - begin;
  value = heavy(value);
  in_heavy += __dpa_thread_inst_ret() - middle;
  return value;
}

__dpa_rpc__ uint64_t work(uint64_t rounds) {
  uint64_t value = rounds;

  while (rounds-- != 0)
    value = both(value);
  return value | 1;
}

__dpa_rpc__ uint64_t count_of(uint64_t is_heavy) {
  return is_heavy ? in_heavy : in_light;
}
