/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * __dpa_fxp_rcp: 1/x of a Q16.16 number, as Q16.16, rounded to nearest, with
 * the sign of x. 1/0 is INT32_MAX; results that do not fit are INT32_MAX or
 * INT32_MIN. Integer code only; its test compiles it for the host.
 */
#include <dpaintrin.h>

/* x = value / 2^16, so 1/x as Q16.16 is 2^32 / value. Never half way between
 * two results: that needs a value with 33 bits. */
int __dpa_fxp_rcp(int value) {
  if (value == 0)
    return INT32_MAX;
  int64_t magnitude = value < 0 ? -(int64_t)value : value;
  int64_t quotient = ((1ll << 32) + magnitude / 2) / magnitude;
  if (value < 0)
    return -quotient < INT32_MIN ? INT32_MIN : (int)-quotient;
  return quotient > INT32_MAX ? INT32_MAX : (int)quotient;
}
