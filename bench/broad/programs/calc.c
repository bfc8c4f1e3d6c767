/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions as text, parsed by functions that call each other, and computed.
 */
#include "broad.h"

static const char *at;

static int64_t sum(void);

static int64_t primary(void) {
  int64_t value = 0;
  if (*at == '-') {
    at++;
    return -primary();
  }
  if (*at == '(') {
    at++;
    value = sum();
    at += *at == ')';
    return value;
  }
  while (*at >= '0' && *at <= '9')
    value = value * 10 + (*at++ - '0');
  return value;
}

static int64_t product(void) {
  int64_t value = primary();
  for (;;)
    if (*at == '*') {
      at++;
      value = (int64_t)((uint64_t)value * (uint64_t)primary());
    } else if (*at == '/') {
      at++;
      const int64_t divisor = primary();
      value = divisor && divisor != -1 ? value / divisor : 0;
    } else {
      return value;
    }
}

static int64_t sum(void) {
  int64_t value = product();
  for (;;)
    if (*at == '+') {
      at++;
      value += product();
    } else if (*at == '-') {
      at++;
      value -= product();
    } else {
      return value;
    }
}

static char *write_expression(char *to, int depth, uint32_t *seed) {
  const uint32_t choice = next_random(seed) % 8;
  if (depth == 0 || choice == 0) {
    *to++ = (char)('1' + next_random(seed) % 9);
    *to++ = (char)('0' + next_random(seed) % 10);
    return to;
  }
  *to++ = '(';
  to = write_expression(to, depth - 1, seed);
  *to++ = "+-*/+-*+"[choice];
  to = write_expression(to, depth - 1, seed);
  *to++ = ')';
  return to;
}

uint64_t program_calc(uint64_t rounds) {
  static char text[8][2048];
  uint32_t seed = 23;
  uint64_t result = 0;
  for (int i = 0; i < 8; i++)
    *write_expression(text[i], 6, &seed) = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    at = text[round % 8];
    result = mix(result, (uint64_t)sum());
  }
  return result;
}
