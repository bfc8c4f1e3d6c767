/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operands for instructions, of guest programs that try them: pseudo-random, from a state that is
 * not 0. Needs no library.
 */
#ifndef TEST_CONFORMANCE_OPERANDS_H
#define TEST_CONFORMANCE_OPERANDS_H

#include <stdint.h>

static inline uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* One in two is near an edge: 0, the ends of 8 to 64 bits, a single bit, a word. */
static inline uint64_t operand(uint64_t *state) {
  const uint64_t r = next_random(state);
  switch (r & 7) {
  case 0:
    return (r >> 8 & 3) - 1;
  case 1:
    return UINT64_C(1) << (r >> 8 & 63);
  case 2:
    return (UINT64_C(1) << (r >> 8 & 63)) - 1;
  case 3:
    return (uint64_t)(int64_t)(int32_t)(r >> 16);
  default:
    return r;
  }
}

#endif
