/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* zlib: text deflated and inflated again. */
#include "broad.h"

#include <zlib.h>

uint64_t program_zlib(uint64_t rounds) {
  enum { SIZE = 16384 };
  static char text[SIZE], back[SIZE];
  static uint8_t packed[SIZE + 64];
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    uLongf packedSize = sizeof packed, size = sizeof back;
    fill_text(text, SIZE, (uint32_t)round % 4 + 1);
    if (compress2(packed, &packedSize, (const uint8_t *)text, SIZE, 6) !=
            Z_OK ||
        uncompress((uint8_t *)back, &size, packed, packedSize) != Z_OK ||
        memcmp(text, back, SIZE) != 0)
      return 0;
    sum = mix(sum, packedSize + crc32(0, packed, (uInt)packedSize));
  }
  return sum;
}
