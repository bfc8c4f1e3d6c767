/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lengths: the loop.
 */
#include "modules.h"

uint32_t fold(const uint32_t *values, uint32_t count, uint32_t start) {
  for (uint32_t i = 0; i < count; i++) {
    start = (start ^ values[i]) * 0x01000193;
    start ^= start >> 5;
  }
  return start;
}
