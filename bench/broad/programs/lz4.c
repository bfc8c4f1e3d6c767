/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lz4: text compressed and decompressed again. */
#include "broad.h"

#define LZ4_STATIC_LINKING_ONLY
#include <lz4.h>

uint64_t program_lz4(uint64_t rounds) {
  enum { SIZE = 16384 };
  static char text[SIZE], back[SIZE], packed[SIZE + 256];
  static LZ4_stream_t state;
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    fill_text(text, SIZE, (uint32_t)round % 4 + 1);
    const int size = LZ4_compress_fast_extState(&state, text, packed, SIZE,
                                                sizeof packed, 1);
    for (int i = 0; i < 8; i++)
      if (LZ4_decompress_safe(packed, back, size, SIZE) != SIZE)
        return 0;
    sum = mix(sum, (uint64_t)size + (uint8_t)back[round % SIZE]);
  }
  return sum;
}
