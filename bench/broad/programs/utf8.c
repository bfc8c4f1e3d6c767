/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* utf8proc: Unicode text normalized and case-folded. */
#include "broad.h"

#include <utf8proc.h>

uint64_t program_utf8(uint64_t rounds) {
  static const utf8proc_uint8_t text[] =
      "Gr\u00f6\u00dfe, na\u00efve caf\u00e9 \u2014 "
      "\u0395\u03bb\u03bb\u03b7\u03bd\u03b9\u03ba\u03ac, "
      "\u0440\u0443\u0441\u0441\u043a\u0438\u0439, "
      "\u65e5\u672c\u8a9e\u30c6\u30ad\u30b9\u30c8, e\u0301 A\u030a "
      "\ufb01ne \u00bd \u2460, and plain words in between";
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    utf8proc_uint8_t *mapped = NULL;
    const utf8proc_ssize_t size =
        utf8proc_map(text, 0, &mapped,
                     UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE |
                         UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
    if (size <= 0)
      return 0;
    sum = mix(sum, (uint64_t)size + mapped[round % (uint64_t)size]);
    free(mapped);
  }
  return sum;
}
