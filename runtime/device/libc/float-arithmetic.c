/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Products, quotients and conversions to single precision, of the compiler's
 * run-time library, as their bits: no instruction of the device calculates with
 * floating-point numbers. Results are those of libgcc: rounded to nearest, ties
 * to even, and one NaN. libgcc divides by loops and normalises by branches;
 * here a quotient is one division of 64 bits, and Zbb counts leading zeros.
 */
#include <stdbool.h>
#include <stdint.h>

enum {
  FRACTION = 23,
  /* Bits of a significand behind the fraction, before it is rounded. The last
   * one is set if any bit behind it is. */
  EXTRA = 7,
  BIAS = 127
};

#define HIDDEN_BIT (UINT32_C(1) << FRACTION)
#define SIGN_BIT (UINT32_C(1) << 31)
#define INFINITE UINT32_C(0x7f800000)
#define NOT_A_NUMBER (INFINITE | UINT32_C(1) << (FRACTION - 1))

/* A number: the high bits of its register are undefined. */
typedef uint64_t Float;

/* A finite number that is not zero: significand * 2^(exponent - BIAS -
 * FRACTION), with the hidden bit as the highest one. */
typedef struct {
  int exponent;
  uint32_t significand;
} Parts;

/* Weak: a program may define some of them itself. */
__attribute__((weak)) uint32_t __divsf3(Float a, Float b);
__attribute__((weak)) uint32_t __mulsf3(Float a, Float b);
__attribute__((weak)) uint32_t __floatsisf(int32_t value);
__attribute__((weak)) uint32_t __floatunsisf(uint32_t value);
__attribute__((weak)) uint32_t __floatdisf(int64_t value);
__attribute__((weak)) uint32_t __floatundisf(uint64_t value);

static inline bool is_nan(uint32_t magnitude) { return magnitude > INFINITE; }

static inline Parts parts_of(uint32_t magnitude) {
  const int exponent = (int)(magnitude >> FRACTION);
  if (exponent != 0)
    return (Parts){exponent, (magnitude & (HIDDEN_BIT - 1)) | HIDDEN_BIT};
  const int shift = __builtin_clz(magnitude) - (31 - FRACTION);
  return (Parts){1 - shift, magnitude << shift};
}

/* Shifts to the right; the last bit stays set if a bit is lost. */
static inline uint64_t shifted_with_rest(uint64_t value, unsigned shift) {
  return value >> shift | ((value & ((UINT64_C(1) << shift) - 1)) != 0);
}

/* The highest bit of `significand` is FRACTION + EXTRA. */
static inline uint32_t rounded(uint32_t sign, int exponent,
                               uint64_t significand) {
  const uint64_t half = UINT64_C(1) << (EXTRA - 1);
  if (exponent <= 0) {
    const int shift = 1 - exponent;
    significand = shift < 32 ? shifted_with_rest(significand, (unsigned)shift)
                             : significand != 0;
    exponent = 1;
  }
  /* Carries if the rest is more than a half, or a half and the bit before it is
   * set. */
  const uint64_t is_odd = significand >> EXTRA & 1;
  uint64_t result = (significand + half - 1 + is_odd) >> EXTRA;
  /* The hidden bit, if there is one, adds 1 to the exponent; a carry, too. */
  result += (uint64_t)(exponent - 1) << FRACTION;
  return sign | (result < INFINITE ? (uint32_t)result : INFINITE);
}

/* The highest bit of `significand` is FRACTION + EXTRA or the next one; `rest`:
 * bits behind it are set. */
static inline uint32_t normalized(uint32_t sign, int exponent,
                                  uint64_t significand, bool rest) {
  const unsigned carry = (unsigned)(significand >> (FRACTION + EXTRA + 1));
  return rounded(sign, exponent + (int)carry,
                 significand >> carry | (significand & 1) | rest);
}

/* Of magnitudes, one of which is zero, infinite or not a number. */
static uint32_t special_quotient(uint32_t sign, uint32_t x, uint32_t y) {
  if (is_nan(x) || is_nan(y) || x == y)
    return NOT_A_NUMBER;
  return sign | (x == INFINITE || y == 0 ? INFINITE : 0);
}

static uint32_t special_product(uint32_t sign, uint32_t x, uint32_t y) {
  if (is_nan(x) || is_nan(y))
    return NOT_A_NUMBER;
  if (x != INFINITE && y != INFINITE)
    return sign;
  return x == 0 || y == 0 ? NOT_A_NUMBER : sign | INFINITE;
}

static inline bool is_special(uint32_t magnitude) {
  return magnitude - 1 >= INFINITE - 1;
}

uint32_t __divsf3(Float a, Float b) {
  const uint32_t sign = (uint32_t)(a ^ b) & SIGN_BIT;
  const uint32_t x = (uint32_t)a & ~SIGN_BIT, y = (uint32_t)b & ~SIGN_BIT;
  if (is_special(x) || is_special(y))
    return special_quotient(sign, x, y);
  const Parts p = parts_of(x), q = parts_of(y);
  const uint64_t dividend = (uint64_t)p.significand << (FRACTION + EXTRA + 1);
  const uint64_t quotient = dividend / q.significand;
  return normalized(sign, p.exponent - q.exponent + BIAS - 1, quotient,
                    quotient * q.significand != dividend);
}

uint32_t __mulsf3(Float a, Float b) {
  const uint32_t sign = (uint32_t)(a ^ b) & SIGN_BIT;
  const uint32_t x = (uint32_t)a & ~SIGN_BIT, y = (uint32_t)b & ~SIGN_BIT;
  if (is_special(x) || is_special(y))
    return special_product(sign, x, y);
  const Parts p = parts_of(x), q = parts_of(y);
  const uint64_t product = (uint64_t)p.significand * q.significand;
  const uint64_t lost = (UINT64_C(1) << (FRACTION - EXTRA)) - 1;
  return normalized(sign, p.exponent + q.exponent - BIAS,
                    product >> (FRACTION - EXTRA), (product & lost) != 0);
}

static inline uint32_t converted(uint32_t sign, uint64_t magnitude) {
  enum { HIGHEST = 63 };
  if (magnitude == 0)
    return 0;
  const int zeros = __builtin_clzll(magnitude);
  return rounded(
      sign, BIAS + HIGHEST - zeros,
      shifted_with_rest(magnitude << zeros, HIGHEST - FRACTION - EXTRA));
}

static inline uint32_t converted_signed(int64_t value) {
  return value < 0 ? converted(SIGN_BIT, -(uint64_t)value)
                   : converted(0, (uint64_t)value);
}

uint32_t __floatundisf(uint64_t value) { return converted(0, value); }

uint32_t __floatdisf(int64_t value) { return converted_signed(value); }

uint32_t __floatunsisf(uint32_t value) { return converted(0, value); }

uint32_t __floatsisf(int32_t value) { return converted_signed(value); }
