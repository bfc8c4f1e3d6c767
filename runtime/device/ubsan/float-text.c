/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Text of floating-point numbers of 16, 32, 64 and 128 bits with six digits,
 * as %g of printf() has it, with integer instructions only. A number is a
 * mantissa of 64 bits and a power of two. It is multiplied or divided by ten
 * until its integer part has six digits. Each step loses less than 2^-63 of the
 * value, so all six digits are right unless the value is that close to a tie.
 */
#include "runtime/device/ubsan/ubsan.h"

enum { DIGITS = 6, LIMIT = 1000000 /* 10^DIGITS */ };
#define TOP_BIT (UINT64_C(1) << 63)

/* mantissa * 2^exponent; the top bit of the mantissa is set, or it is 0. */
struct number {
  uint64_t mantissa;
  int exponent;
};

static struct number normalized(struct number number) {
  if (number.mantissa == 0)
    return number;
  const int shift = __builtin_clzll(number.mantissa);
  number.mantissa <<= shift;
  number.exponent -= shift;
  return number;
}

static struct number times_ten(struct number number) {
  /* The mantissa times 10 / 16; the exponent has the factor 16. */
  const uint64_t product = (number.mantissa >> 1) + (number.mantissa >> 3);
  return normalized((struct number){product, number.exponent + 4});
}

static struct number by_ten(struct number number) {
  /* The mantissa times 16 / 20; the exponent has the factor 1 / 8. */
  const unsigned __int128 share = 0xcccccccccccccccdu;
  const uint64_t quotient = (uint64_t)((number.mantissa * share) >> 64);
  return normalized((struct number){quotient, number.exponent - 3});
}

/* The integer part of a number below 2^64. */
static uint64_t floor_of(struct number number) {
  return number.exponent <= -64 ? 0 : number.mantissa >> -number.exponent;
}

/* The nearest integer to a number from 1 to 2^63; at a tie, the even one. */
static uint64_t rounded(struct number number) {
  const uint64_t whole = floor_of(number);
  const uint64_t rest = number.mantissa << (64 + number.exponent);
  return whole + (rest > TOP_BIT || (rest == TOP_BIT && (whole & 1)));
}

static bool is_integer(struct number number) {
  return number.exponent <= 0 && number.exponent > -64 &&
         (number.mantissa & ((UINT64_C(1) << -number.exponent) - 1)) == 0;
}

static char *put(char *at, const char *text) {
  while (*text)
    *at++ = *text++;
  return at;
}

static char *put_exponent(char *at, int power) {
  const unsigned size = power < 0 ? (unsigned)-power : (unsigned)power;
  *at++ = 'e';
  *at++ = power < 0 ? '-' : '+';
  for (unsigned unit = size >= 1000  ? 1000
                       : size >= 100 ? 100
                                     : 10;
       unit != 0; unit /= 10)
    *at++ = (char)('0' + size / unit % 10);
  return at;
}

/* `digits` is a number of six digits; the first one stands for 10^power. */
static char *put_digits(char *at, uint64_t digits, int power) {
  char text[DIGITS];
  int count = DIGITS;

  for (int i = DIGITS; i-- > 0; digits /= 10)
    text[i] = (char)('0' + digits % 10);
  while (count > 1 && text[count - 1] == '0')
    count--;
  const bool is_scientific = power < -4 || power >= DIGITS;
  const int whole = is_scientific ? 1 : power + 1; /* digits before the point */
  if (whole <= 0)
    at = put(at, "0.");
  for (int i = whole; i < 0; i++)
    *at++ = '0';
  for (int i = 0; i < count || i < whole; i++) {
    if (i == whole && i != 0)
      *at++ = '.';
    *at++ = i < count ? text[i] : '0';
  }
  return is_scientific ? put_exponent(at, power) : at;
}

/* The first six digits of an integer, exactly rounded; adds to `power`. */
static uint64_t digits_of_integer(uint64_t integer, int *power) {
  uint64_t unit = 1;

  for (; integer / unit >= LIMIT; unit *= 10)
    ++*power;
  const uint64_t whole = integer / unit;
  const uint64_t twice = 2 * (integer % unit);
  return whole + (twice > unit || (twice == unit && (whole & 1)));
}

/* The first six digits of a number. `power` is 5 before the call; afterwards
 * the first digit stands for 10^power. */
static uint64_t digits_of(struct number number, int *power) {
  if (is_integer(number) && floor_of(number) >= LIMIT)
    return digits_of_integer(floor_of(number), power);
  while (number.exponent > -44 || floor_of(number) >= LIMIT) {
    number = by_ten(number);
    ++*power;
  }
  while (floor_of(number) < LIMIT / 10) {
    number = times_ten(number);
    --*power;
  }
  return rounded(number);
}

static struct ubsan_text number_text(bool is_negative, struct number number) {
  struct ubsan_text result = {""};
  char *at = put(result.text, is_negative ? "-" : "");

  if (number.mantissa == 0) {
    *put(at, "0") = 0;
    return result;
  }
  int power = DIGITS - 1;
  uint64_t digits = digits_of(number, &power);
  if (digits == LIMIT) {
    digits /= 10;
    power++;
  }
  *put_digits(at, digits, power) = 0;
  return result;
}

/* A format of IEEE 754. text_of() uses at most 64 bits of the fraction. */
struct format {
  unsigned bits, exponent_bits;
};

static struct ubsan_text text_of(struct format format, unsigned __int128 bits) {
  const unsigned fraction_bits = format.bits - 1 - format.exponent_bits;
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const int exponents = (1 << format.exponent_bits) - 1;
  const bool is_negative = (bits >> (format.bits - 1)) & 1;
  const int exponent = (int)(bits >> fraction_bits) & exponents;
  unsigned __int128 fraction =
      bits & (((unsigned __int128)1 << fraction_bits) - 1);

  if (exponent == exponents && fraction != 0)
    return (struct ubsan_text){"nan"};
  if (exponent == exponents)
    return is_negative ? (struct ubsan_text){"-inf"}
                       : (struct ubsan_text){"inf"};
  if (exponent != 0)
    fraction |= (unsigned __int128)1 << fraction_bits;
  int power = (exponent ? exponent : 1) - bias - (int)fraction_bits;
  for (; fraction > UINT64_MAX; fraction >>= 1)
    power++;
  return number_text(is_negative,
                     normalized((struct number){(uint64_t)fraction, power}));
}

struct ubsan_text ubsan_float_text(unsigned bits, ubsan_value value) {
  switch (bits) {
  case 16:
    return text_of((struct format){16, 5}, value & 0xffff);
  case 32:
    return text_of((struct format){32, 8}, value & 0xffffffff);
  case 64:
    return text_of((struct format){64, 11}, value);
  case 128:
    return text_of((struct format){128, 15}, *(unsigned __int128 *)value);
  default:
    return (struct ubsan_text){"<unknown>"};
  }
}
