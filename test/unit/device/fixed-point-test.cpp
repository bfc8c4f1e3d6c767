// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixed-point routines, compiled for the host, compared with long double arithmetic: every
// result is the nearest Q16.16 number. pow2 is checked for every input whose result neither
// saturates nor is 0, rcp and log2 for all small inputs and more than ten million points over the
// whole range.
// PROVES: R-INT-16 R-INT-17 R-INT-18 R-INT-19
#include <dpaintrin.h>

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <cstdint>

namespace {

// Long double results have an error of about 2^-58 of a Q16.16 unit; a result counts as nearest if
// it is within half a unit plus this error.
constexpr long double slack = 1e-9L;

testing::AssertionResult isNearest(long double exact, int result) {
  if (fabsl(exact - result) <= 0.5L + slack)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "exact " << static_cast<double>(exact) << ", got " << result;
}

long double exactLog2(uint32_t value) {
  return log2l(value) * 65536;
}
long double exactRcp(int32_t value) {
  return 4294967296.0L / value;
}
long double exactPow2(int32_t value) {
  return exp2l(value / 65536.0L) * 65536;
}

TEST(FxpLog2, SmallIntegers) {
  for (uint32_t n = 1; n < 1u << 20; n++)
    ASSERT_TRUE(isNearest(exactLog2(n), __dpa_fxp_log2(n))) << n;
}

TEST(FxpLog2, WholeRangeInSteps) {
  for (uint64_t n = 1; n <= UINT32_MAX;
       n += 397) // a prime: 10.8 million points
    ASSERT_TRUE(isNearest(exactLog2(n), __dpa_fxp_log2(n))) << n;
}

TEST(FxpLog2, AroundPowersOfTwo) {
  for (int bit = 0; bit < 32; bit++) {
    EXPECT_EQ(__dpa_fxp_log2(1u << bit), bit << 16);
    for (int64_t n = (1ll << bit) - 2000; n <= (1ll << bit) + 2000; n++)
      if (n > 0 && n <= UINT32_MAX)
        ASSERT_TRUE(isNearest(exactLog2(n), __dpa_fxp_log2(n))) << n;
  }
  EXPECT_TRUE(isNearest(exactLog2(UINT32_MAX), __dpa_fxp_log2(UINT32_MAX)));
}

TEST(FxpLog2, Zero) {
  EXPECT_EQ(__dpa_fxp_log2(0), INT32_MIN);
}

TEST(FxpRcp, SmallInputs) {
  for (int32_t x = 3; x < 1 << 20; x++) {
    ASSERT_TRUE(isNearest(exactRcp(x), __dpa_fxp_rcp(x))) << x;
    ASSERT_EQ(__dpa_fxp_rcp(-x), -__dpa_fxp_rcp(x)) << x;
  }
}

TEST(FxpRcp, WholeRangeInSteps) {
  for (int64_t x = INT32_MIN; x <= INT32_MAX; x += 389) // 11 million points
    if (x < -2 || x > 2)
      ASSERT_TRUE(isNearest(exactRcp(x), __dpa_fxp_rcp(x))) << x;
}

TEST(FxpRcp, ZeroAndResultsThatDoNotFit) {
  EXPECT_EQ(__dpa_fxp_rcp(0), INT32_MAX);
  EXPECT_EQ(__dpa_fxp_rcp(1), INT32_MAX);
  EXPECT_EQ(__dpa_fxp_rcp(2), INT32_MAX);
  EXPECT_EQ(__dpa_fxp_rcp(-1), INT32_MIN);
  EXPECT_EQ(__dpa_fxp_rcp(-2), INT32_MIN);
  EXPECT_EQ(__dpa_fxp_rcp(INT32_MIN), -2);
  EXPECT_EQ(__dpa_fxp_rcp(INT32_MAX), 2);
  EXPECT_EQ(__dpa_fxp_rcp(65536), 65536);
  EXPECT_EQ(__dpa_fxp_rcp(-3 * 65536), -21845);
}

TEST(FxpPow2, EveryInputBelowSaturation) {
  for (int32_t x = -17 * 65536; x < 15 * 65536; x++)
    ASSERT_TRUE(isNearest(exactPow2(x), __dpa_fxp_pow2(x))) << x;
}

TEST(FxpPow2, IntegersAreExact) {
  for (int exponent = -16; exponent < 15; exponent++)
    EXPECT_EQ(__dpa_fxp_pow2(exponent * 65536), 1 << (exponent + 16));
  EXPECT_EQ(__dpa_fxp_pow2(-17 * 65536), 1); // half way, rounded up
}

TEST(FxpPow2, Saturation) {
  for (int64_t x = 15 * 65536; x <= INT32_MAX; x += 9973)
    ASSERT_EQ(__dpa_fxp_pow2(static_cast<int>(x)), INT32_MAX) << x;
  EXPECT_EQ(__dpa_fxp_pow2(15 * 65536), INT32_MAX);
  EXPECT_EQ(__dpa_fxp_pow2(INT32_MAX), INT32_MAX);
  for (int64_t x = -17 * 65536 - 1; x >= INT32_MIN; x -= 9973)
    ASSERT_EQ(__dpa_fxp_pow2(static_cast<int>(x)), 0) << x;
  EXPECT_EQ(__dpa_fxp_pow2(-17 * 65536 - 1), 0);
  EXPECT_EQ(__dpa_fxp_pow2(INT32_MIN), 0);
}

TEST(FxpPow2, UndoesLog2) {
  for (unsigned n = 1; n < 32768; n++)
    ASSERT_NEAR(__dpa_fxp_pow2(__dpa_fxp_log2(n)), n * 65536.0, n * 0.6) << n;
}

} // namespace
