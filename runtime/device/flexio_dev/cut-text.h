/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The mark of a message that was too long: it ends with "...\n". */
#ifndef DPA_FLEXIO_DEV_CUT_TEXT_H
#define DPA_FLEXIO_DEV_CUT_TEXT_H

#include <stdint.h>

/* Marks a text of `length` bytes, at least 4, as cut. */
static inline void cut_text(char *text, uint64_t length) {
  static const char mark[4] = {'.', '.', '.', '\n'};
  for (uint64_t i = 0; i < sizeof mark; i++)
    text[length - sizeof mark + i] = mark[i];
}

#endif
