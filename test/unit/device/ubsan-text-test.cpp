// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of values in reports of undefined behaviour: floating point as printf("%g") of the host, integers of all widths.
extern "C" {
#include "runtime/device/ubsan/ubsan.h"
}

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>

namespace {

std::string expected(double value) {
  char text[64];
  snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string textOf(double value) {
  return ubsan_float_text(64, std::bit_cast<uint64_t>(value)).text;
}

TEST(UbsanText, DoublesAsPrintf) {
  for (double value : {0.0,
                       -0.0,
                       1.0,
                       -1.0,
                       0.1,
                       10.0,
                       123456.0,
                       1234567.0,
                       999999.5,
                       9999995.0,
                       0.0001,
                       0.00001234,
                       1e22,
                       1e300,
                       -1e-300,
                       5e-324,
                       1.7976931348623157e308,
                       static_cast<double>(INFINITY),
                       -static_cast<double>(INFINITY),
                       100000.0,
                       1e6,
                       2147483648.0})
    EXPECT_EQ(textOf(value), expected(value));
  EXPECT_EQ(textOf(NAN), "nan");
}

TEST(UbsanText, RandomDoublesAsPrintf) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isnan(value))
      ASSERT_EQ(textOf(value), expected(value)) << i;
  }
}

TEST(UbsanText, RandomFloatsAsPrintf) {
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = static_cast<uint32_t>(random());
    const auto value = std::bit_cast<float>(bits);
    if (!std::isnan(value))
      ASSERT_EQ(std::string(ubsan_float_text(32, bits).text),
                expected(static_cast<double>(value)));
  }
}

TEST(UbsanText, OtherFormats) {
  unsigned __int128 one = static_cast<unsigned __int128>(0x3fff) << 112;
  EXPECT_STREQ(ubsan_float_text(128, reinterpret_cast<uintptr_t>(&one)).text,
               "1");
  unsigned __int128 most = (static_cast<unsigned __int128>(0x7ffe) << 112) |
                           ((static_cast<unsigned __int128>(1) << 112) - 1);
  EXPECT_STREQ(ubsan_float_text(128, reinterpret_cast<uintptr_t>(&most)).text,
               "1.18973e+4932");
  EXPECT_STREQ(ubsan_float_text(16, 0x3e00).text, "1.5");
  EXPECT_STREQ(ubsan_float_text(80, 0).text, "<unknown>");
}

/// A signed or unsigned integer type of `bits`.
struct Type {
  Type(unsigned bits, bool isSigned) {
    const ubsan_type type{
        UBSAN_INTEGER,
        static_cast<uint16_t>(std::countr_zero(bits) << 1 | isSigned),
        {}};
    memcpy(bytes, &type, sizeof type);
  }
  const ubsan_type *get() const {
    return reinterpret_cast<const ubsan_type *>(bytes);
  }
  alignas(ubsan_type) char bytes[16] = {};
};

TEST(UbsanText, Integers) {
  EXPECT_STREQ(ubsan_value_text(Type(8, true).get(), 0xff).text, "-1");
  EXPECT_STREQ(ubsan_value_text(Type(8, false).get(), 0xff).text, "255");
  EXPECT_STREQ(ubsan_value_text(Type(1, false).get(), 1).text, "1");
  EXPECT_STREQ(ubsan_value_text(Type(64, true).get(), uint64_t{1} << 63).text,
               "-9223372036854775808");
  EXPECT_STREQ(ubsan_value_text(Type(64, false).get(), UINT64_MAX).text,
               "18446744073709551615");
  __int128 wide = -5;
  EXPECT_STREQ(ubsan_value_text(Type(128, true).get(),
                                reinterpret_cast<uintptr_t>(&wide))
                   .text,
               "-5");
  EXPECT_STREQ(ubsan_value_text(Type(128, false).get(),
                                reinterpret_cast<uintptr_t>(&wide))
                   .text,
               "0xfffffffffffffffffffffffffffffffb");
  EXPECT_STREQ(ubsan_value_text(Type(256, true).get(), 0).text, "<unknown>");
}

} // namespace
