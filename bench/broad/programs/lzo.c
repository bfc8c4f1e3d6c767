/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lzo: text compressed and decompressed again. */
#include "broad.h"

#include <lzo/lzo1x.h>

uint64_t program_lzo(uint64_t rounds) {
  enum { SIZE = 16384 };
  static uint8_t text[SIZE], back[SIZE], packed[SIZE + SIZE / 16 + 67];
  static uint64_t work[LZO1X_1_MEM_COMPRESS / 8];
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    lzo_uint packedSize = 0, size = SIZE;
    fill_text((char *)text, SIZE, (uint32_t)round % 4 + 1);
    if (lzo1x_1_compress(text, SIZE, packed, &packedSize, work) != LZO_E_OK ||
        lzo1x_decompress_safe(packed, packedSize, back, &size, NULL) !=
            LZO_E_OK ||
        size != SIZE)
      return 0;
    sum = mix(sum, packedSize + back[round % SIZE]);
  }
  return sum;
}
