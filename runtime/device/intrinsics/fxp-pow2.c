/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * __dpa_fxp_pow2: 2^x of a Q16.16 number, as Q16.16, rounded to nearest, half
 * up. Exponents of 15 and more give INT32_MAX, those below -17 give 0. Integer
 * code only; its test compiles it for the host.
 */
#include <dpaintrin.h>

#define FRACTION_BITS 16
#define EXPONENT_MAX 15 /* from here on the result is too large */
#define EXPONENT_MIN                                                           \
  (-17) /* below, it is less than half of the smallest number */
#define ONE (1ull << 63) /* of the mantissa: Q1.63 */

/* 2^(1/2), 2^(1/4), ... 2^(1/65536) as Q1.63: one for each bit of the fraction.
 */
static const uint64_t roots[FRACTION_BITS] = {
    0xb504f333f9de6484, 0x9837f0518db8a96f, 0x8b95c1e3ea8bd6e7,
    0x85aac367cc487b15, 0x82cd8698ac2ba1d7, 0x8164d1f3bc030773,
    0x80b1ed4fd999ab6c, 0x8058d7d2d5e5f6b1, 0x802c6436d0e04f51,
    0x8016302f17467628, 0x800b179c82028fd1, 0x80058baf7fee3b5d,
    0x8002c5d00fdcfcb7, 0x800162e61bed4a49, 0x8000b17292f702a4,
    0x800058b92abbae02,
};

/* 2^(fraction / 65536) as Q1.63, in error by less than 2^-57. The product stays
 * below 2, so nothing overflows. */
static uint64_t power_of_fraction(unsigned fraction) {
  uint64_t power = ONE;
  for (int i = 0; i < FRACTION_BITS; i++)
    if (fraction & 1u << (FRACTION_BITS - 1 - i))
      power = (uint64_t)((unsigned __int128)power * roots[i] >> 63);
  return power;
}

int __dpa_fxp_pow2(int value) {
  int exponent = value >> FRACTION_BITS; /* rounded down */
  if (exponent >= EXPONENT_MAX)
    return INT32_MAX;
  if (exponent < EXPONENT_MIN)
    return 0;
  uint64_t power = power_of_fraction((unsigned)value & 0xffff);
  /* From Q1.63 to Q16.16 is a shift by 47; the last bit is for rounding. */
  return (int)(((power >> (46 - exponent)) + 1) >> 1);
}
