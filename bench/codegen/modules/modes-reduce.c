/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Modes: the function with the switch.
 */
#include "modules.h"

uint64_t reduce(const uint32_t *values, uint32_t count, enum mode mode) {
  uint64_t result = 0;
  for (uint32_t i = 0; i < count; i++)
    switch (mode) {
    case MODE_SUM:
      result += values[i];
      break;
    case MODE_MAXIMUM:
      if (values[i] > result)
        result = values[i];
      break;
    case MODE_XOR:
      result ^= (uint64_t)values[i] << (i & 31);
      break;
    case MODE_COUNT:
      result += values[i] & 1;
      break;
    }
  return result;
}
