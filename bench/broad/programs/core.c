/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A mix of a list that is sorted and searched, products of matrices, a state
 * machine over text and a CRC, as benchmarks of small cores have it. */
#include "broad.h"

struct item {
  struct item *next;
  int16_t value, index;
};

enum { ITEMS = 100, SIDE = 12 };

static uint16_t crc(uint16_t crc, uint32_t value) {
  for (int i = 0; i < 32; i++, value >>= 1)
    crc = (uint16_t)(crc >> 1 ^ ((crc ^ value) & 1 ? 0xa001 : 0));
  return crc;
}

static struct item *merge_sort(struct item *list) {
  for (int length = 1;; length *= 2) {
    struct item *left = list, *result = NULL, **end = &result;
    int merges = 0;
    while (left) {
      struct item *right = left;
      int a = 0, b = length;
      for (merges++; a < length && right; a++)
        right = right->next;
      while (a > 0 || (b > 0 && right)) {
        struct item *taken;
        if (a == 0 || (b > 0 && right && right->value < left->value)) {
          taken = right;
          right = right->next;
          b--;
        } else {
          taken = left;
          left = left->next;
          a--;
        }
        *end = taken;
        end = &taken->next;
      }
      left = right;
    }
    *end = NULL;
    list = result;
    if (merges <= 1)
      return list;
  }
}

static uint32_t multiply(int32_t (*to)[SIDE], int16_t (*a)[SIDE],
                         int16_t (*b)[SIDE]) {
  uint32_t sum = 0;
  for (int i = 0; i < SIDE; i++)
    for (int k = 0; k < SIDE; k++) {
      to[i][k] = 0;
      for (int n = 0; n < SIDE; n++)
        to[i][k] += a[i][n] * b[n][k];
      sum += (uint32_t)(to[i][k] >> 4 & 0xfff);
    }
  return sum;
}

enum state { START, INTEGER, FRACTION, EXPONENT, INVALID, STATES };

static enum state next_state(enum state state, char c) {
  const int isDigit = c >= '0' && c <= '9';
  switch (state) {
  case START:
    return isDigit || c == '-' ? INTEGER : c == '.' ? FRACTION : INVALID;
  case INTEGER:
    return isDigit    ? INTEGER
           : c == '.' ? FRACTION
           : c == 'e' ? EXPONENT
                      : INVALID;
  case FRACTION:
    return isDigit ? FRACTION : c == 'e' ? EXPONENT : INVALID;
  case EXPONENT:
    return isDigit || c == '-' ? EXPONENT : INVALID;
  default:
    return INVALID;
  }
}

static uint16_t scan(const char *text, uint16_t sum) {
  uint32_t counts[STATES] = {0};
  for (enum state state = START; *text; text++) {
    state = *text == ',' ? START : next_state(state, *text);
    counts[state]++;
  }
  for (int i = 0; i < STATES; i++)
    sum = crc(sum, counts[i]);
  return sum;
}

uint64_t program_core(uint64_t rounds) {
  static struct item items[ITEMS];
  static int16_t a[SIDE][SIDE], b[SIDE][SIDE];
  static int32_t product[SIDE][SIDE];
  static char text[] =
      "5012,1.45e-7,-874,+122,T0.3e-1F,-T.T++Tq,1T3.4e4z,34.0e-T^,.5,77";
  uint32_t seed = 19;
  uint16_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    for (int i = 0; i < ITEMS; i++)
      items[i] = (struct item){i + 1 < ITEMS ? &items[i + 1] : NULL,
                               (int16_t)next_random(&seed), (int16_t)i};
    for (struct item *item = merge_sort(items); item; item = item->next)
      if (item->index % 16 == 0)
        sum = crc(sum, (uint16_t)item->value);
    for (int i = 0; i < SIDE * SIDE; i++) {
      a[i / SIDE][i % SIDE] = (int16_t)(round + (uint64_t)i);
      b[i / SIDE][i % SIDE] = (int16_t)(i * 3);
    }
    sum = crc(sum, multiply(product, a, b));
    text[round % (sizeof text - 1)] = (char)('0' + round % 10);
    sum = scan(text, sum);
  }
  return sum;
}
