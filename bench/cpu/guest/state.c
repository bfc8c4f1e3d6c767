/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A state machine that classifies comma-separated words as numbers: byte loads
 * from constants, branch chains. */
#include "programs.h"

static const char words[] =
    "5012,0x1F3a,-874,+122,35.54400,.1234500,-110.700,+0.64400,5.500e+3,"
    "-.123e-2,-87e+832,+0.6e-12,T0.3e-1F,-T.T++Tq,1T3.4e4z,34.0e-T^,5012x,99,"
    "0,-1,+2,7e7,abc,0xdeadbeef,";

enum state {
  START,
  INTEGER,
  SIGN,
  FRACTION,
  EXPONENT,
  HEXADECIMAL,
  EXPONENT_SIGN,
  EXPONENT_DIGITS,
  UNUSED,
  INVALID,
  STATE_COUNT
};

static int is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
static int is_sign(unsigned char c) { return c == '+' || c == '-'; }

static int is_hexadecimal(unsigned char c) {
  return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f');
}

static enum state step(enum state state, unsigned char c) {
  switch (state) {
  case START:
    return is_digit(c)  ? INTEGER
           : is_sign(c) ? SIGN
           : c == '.'   ? FRACTION
                        : INVALID;
  case INTEGER:
    return c == '.'      ? FRACTION
           : c == 'e'    ? EXPONENT
           : c == 'x'    ? HEXADECIMAL
           : is_digit(c) ? INTEGER
                         : INVALID;
  case SIGN:
    return is_digit(c) ? INTEGER : c == '.' ? FRACTION : INVALID;
  case FRACTION:
    return c == 'e' ? EXPONENT : is_digit(c) ? FRACTION : INVALID;
  case EXPONENT:
    return is_sign(c) ? EXPONENT_SIGN : is_digit(c) ? EXPONENT_DIGITS : INVALID;
  case HEXADECIMAL:
    return is_hexadecimal(c) ? HEXADECIMAL : INVALID;
  case EXPONENT_SIGN:
  case EXPONENT_DIGITS:
    return is_digit(c) ? EXPONENT_DIGITS : INVALID;
  default:
    return state;
  }
}

uint64_t program_state(uint64_t rounds) {
  uint32_t count[STATE_COUNT] = {0};
  uint32_t hash = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    enum state state = START;
    for (const char *at = words; *at; at++) {
      const unsigned char c = (unsigned char)*at;
      if (c == ',') {
        count[state]++;
        state = START;
        continue;
      }
      state = step(state, c);
      hash = hash * 33 + (uint32_t)state;
    }
  }
  for (int i = 0; i < STATE_COUNT; i++)
    hash = hash * 31 + count[i];
  return hash;
}
