/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* xxhash: XXH32, XXH64 and XXH3 of buffers of several sizes. */
#include "broad.h"

#define XXH_INLINE_ALL
#define XXH_VECTOR 0
#include <xxhash.h>

uint64_t program_xxhash(uint64_t rounds) {
  static char text[4096];
  uint64_t sum = 0;
  fill_text(text, sizeof text, 3);
  for (uint64_t round = 0; round < rounds; round++) {
    sum = mix(sum, XXH32(text, 1024, (uint32_t)round));
    sum = mix(sum, XXH64(text, sizeof text, round));
    sum = mix(sum, XXH3_64bits_withSeed(text, 1024, round));
    for (size_t size = 1; size < 64; size += 5)
      sum = mix(sum, XXH64(text + size * 8, size, round));
  }
  return sum;
}
