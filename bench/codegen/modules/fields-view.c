/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Fields: reads numbers in network order and never beyond the end.
 */
#include "modules.h"

uint8_t view_byte(const struct view *view, uint32_t at) {
  at += view->offset;
  return at < view->length ? view->bytes[at] : 0;
}

uint16_t view_half(const struct view *view, uint32_t at) {
  return (uint16_t)(view_byte(view, at) << 8 | view_byte(view, at + 1));
}

uint32_t view_word(const struct view *view, uint32_t at) {
  return (uint32_t)view_half(view, at) << 16 | view_half(view, at + 2);
}

int view_skip(struct view *view, uint32_t bytes) {
  if (bytes > view->length - view->offset)
    return -1;
  view->offset += bytes;
  return 0;
}
