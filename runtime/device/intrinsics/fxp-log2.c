/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * __dpa_fxp_log2: base-2 logarithm of an unsigned integer, as Q16.16, rounded
 * to nearest; of 0, INT32_MIN. docs/fixed-point.md explains why the input is a
 * plain integer. Integer code only; its test compiles it for the host.
 */
#include <dpaintrin.h>

#define FRACTION_BITS 16
#define ONE (1ull << 63) /* of the mantissa: Q1.63 */

/* Product of two Q1.63 numbers, as Q2.62, rounded down. */
static uint64_t multiply_high(uint64_t a, uint64_t b) {
  return (uint64_t)((unsigned __int128)a * b >> 64);
}

/*
 * Fraction of log2(mantissa), mantissa in [1, 2) as Q1.63, with one bit more
 * than the result has: squaring the mantissa doubles its logarithm, so each
 * squaring moves the next bit before the point. Each loses less than
 * 2^-62, which changes the logarithm by less than 2^-61 in total.
 */
static unsigned fraction_bits(uint64_t mantissa) {
  unsigned fraction = 0;
  for (int i = 0; i < FRACTION_BITS + 1; i++) {
    uint64_t square = multiply_high(mantissa, mantissa); /* Q2.62, in [1, 4) */
    unsigned bit = square >= ONE;
    mantissa = bit ? square : square << 1;
    fraction = fraction << 1 | bit;
  }
  return fraction;
}

int __dpa_fxp_log2(unsigned int value) {
  if (value == 0)
    return INT32_MIN;
  int zeros = __builtin_clz(value);
  uint64_t mantissa = (uint64_t)value << (32 + zeros);
  unsigned fraction = fraction_bits(mantissa);
  return ((31 - zeros) << FRACTION_BITS) + (int)((fraction + 1) >> 1);
}
