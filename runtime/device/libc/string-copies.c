/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * strcpy by doublewords if both strings are aligned alike. picolibc's loads
 * bytes behind the end of the source, which the heap check reports.
 */
#include "runtime/device/libc/words.h"

/* Weak: a program may define it itself. */
__attribute__((weak)) char *strcpy(char *restrict target,
                                   const char *restrict source);

char *strcpy(char *restrict target, const char *restrict source) {
  char *to = target;
  if (are_aligned_alike(to, source)) {
    for (; (uintptr_t)source % WORD != 0; ++to, ++source)
      if ((*to = *source) == 0)
        return target;
    uint64_t word = *(const Word *)source;
    while (nonzero_bytes(word) == UINT64_MAX) {
      *(Word *)to = word;
      to += WORD;
      source += WORD;
      word = *(const Word *)source;
    }
  }
  while ((*to++ = *source++) != 0)
    ;
  return target;
}
