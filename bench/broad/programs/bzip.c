/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bzip2: text compressed and decompressed. */
#include "broad.h"

#include <bzlib.h>

void bz_internal_error(int error) {
  (void)error;
  abort();
}

uint64_t program_bzip(uint64_t rounds) {
  static char text[30000], packed[32000], unpacked[30000];
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    unsigned packed_size = sizeof packed, size = sizeof unpacked;
    fill_text(text, sizeof text, (uint32_t)round % 8 + 1);
    if (BZ2_bzBuffToBuffCompress(packed, &packed_size, text, sizeof text, 1, 0,
                                 0) != BZ_OK ||
        BZ2_bzBuffToBuffDecompress(unpacked, &size, packed, packed_size, 0,
                                   0) != BZ_OK ||
        memcmp(unpacked, text, sizeof text) != 0)
      return 0;
    sum = mix(sum, packed_size);
  }
  return sum;
}
