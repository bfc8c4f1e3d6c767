/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bzip2: text compressed and decompressed again. */
#include "broad.h"

#include <bzlib.h>

void bz_internal_error(int code) {
  (void)code;
  __builtin_trap();
}

uint64_t program_bzip2(uint64_t rounds) {
  enum { SIZE = 8192 };
  static char text[SIZE], back[SIZE], packed[SIZE + 1024];
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    unsigned packedSize = sizeof packed, size = sizeof back;
    fill_text(text, SIZE, (uint32_t)round % 4 + 1);
    if (BZ2_bzBuffToBuffCompress(packed, &packedSize, text, SIZE, 1, 0, 0) !=
            BZ_OK ||
        BZ2_bzBuffToBuffDecompress(back, &size, packed, packedSize, 0, 0) !=
            BZ_OK ||
        memcmp(text, back, SIZE) != 0)
      return 0;
    sum = mix(sum, packedSize);
  }
  return sum;
}
