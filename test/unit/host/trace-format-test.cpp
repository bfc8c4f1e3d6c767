// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TraceText: numbers as printf formats them, no dereferenced pointer, bounded texts for any
// format.
// PROVES: R-TRACE-01
#include "runtime/host/messages/trace-format.h"

#include "runtime/abi/eu-control.h"

#include <gtest/gtest.h>
#include <random>

namespace dpa::host {
namespace {

std::string textOf(const dpa_trace_record &record,
                   const std::vector<std::string> &formats) {
  return std::string(TraceText(record, formats).text());
}

template <typename... Numbers>
std::string format(const char *text, Numbers... numbers) {
  dpa_trace_record record{
      0, 0, sizeof...(numbers), 0, {static_cast<uint64_t>(numbers)...}};
  return textOf(record, {text});
}

TEST(TraceFormatTest, NumbersAreShownAsPrintfShowsThem) {
  EXPECT_EQ(format("%d %i %u %x %X %o", -5, 6, -1, 255, 255, 8),
            "-5 6 4294967295 ff FF 10\n");
  EXPECT_EQ(format("%ld %lu %llx %#lx %zu %jd", -5, -1, -1, 16, 17, -18),
            "-5 18446744073709551615 ffffffffffffffff 0x10 17 -18\n");
  EXPECT_EQ(format("%hd %hu %hhd %hhu", 65537, 65537, 257, 511), "1 1 1 255\n");
  EXPECT_EQ(format("[%5d|%-5d|%05d|%+d|% d|%.3d]", 1, 2, 3, 4, 5, 6),
            "[    1|2    |00003|+4| 5|006]\n");
  EXPECT_EQ(format("%*d|%.*d", 4, 1, 3, 2), "   1|002\n");
  EXPECT_EQ(format("%*d|%.*d|%-*d|", -4, 1, -3, 2, -2, 3), "1   |2|3 |\n");
  EXPECT_EQ(format("%0*d|%.*x|", 0xfffffffc, 1, 0xffffffff, 10), "1   |a|\n");
  EXPECT_EQ(format("%*d|", INT32_MIN, 1), "1" + std::string(254, ' ') + "|\n");
  EXPECT_EQ(format("%c%c %% %p", 'o', 'k', 0x1234), "ok % 0x1234\n");
}

TEST(TraceFormatTest, PointersOfTheDeviceAreNotFollowed) {
  EXPECT_EQ(format("%s and %d", 0x80001000, 7), "0x80001000 and 7\n");
  EXPECT_EQ(format("%20s|%.2s|%-5.20s|%8p|", 1, 2, 3, 4),
            "0x1|0x2|0x3|     0x4|\n");
  EXPECT_EQ(format("%n%ls %d", 1, 2, 3), "%n0x2 3\n");
}

TEST(TraceFormatTest, UnsupportedConversionsAreCopiedUnchanged) {
  EXPECT_EQ(format("%f %y %d %", 1, 2), "%f %y 2 %\n");
  EXPECT_EQ(format("%d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6),
            "1 2 3 4 5 6 0\n");
}

TEST(TraceFormatTest, EndsWithOneLineFeed) {
  EXPECT_EQ(format("text\n"), "text\n");
  EXPECT_EQ(format(""), "\n");
}

TEST(TraceFormatTest, UnknownFormatsAreReported) {
  dpa_trace_record record{7, 0, 2, 0, {1, 0xab}};
  EXPECT_EQ(textOf(record, {"a", "b"}),
            "unknown trace format 7 (the stream has 2): 0x1 0xab\n");
  record.format_id = 0xffffffff;
  record.argument_count = 0xffffffff;
  EXPECT_EQ(textOf(record, {"a"}),
            "unknown trace format -1 (the stream has 1): 0x1 0xab 0x0 0x0 0x0 "
            "0x0\n");
}

TEST(TraceFormatTest, TextsAreBounded) {
  std::string wide;
  for (int i = 0; i < 1000; i++)
    wide += "%99999d";
  EXPECT_LE(format(wide.c_str(), 1).size(), size_t{DPA_MESSAGE_SIZE_MAX});
  EXPECT_EQ(format("%99999999999999999999d", 1).size(), 256u);
}

TEST(TraceFormatTest, TextsThatAreTooLongEndWithDots) {
  const std::string longest(DPA_MESSAGE_SIZE_MAX - 4, 'x');
  EXPECT_EQ(format(longest.c_str()), longest + "\n");
  EXPECT_EQ(format((longest + "\n").c_str()), longest + "...\n");
  EXPECT_EQ(format((longest + longest).c_str()), longest + "...\n");
  EXPECT_EQ(format((longest.substr(2) + "%d").c_str(), 123),
            longest.substr(2) + "12...\n");
}

TEST(TraceFormatTest, AnyFormatIsHarmless) {
  std::mt19937_64 random(3);
  const std::string letters = "%%%%0123456789.*-+ #hlLjztdiuoxXcspnfegaS\n";
  for (int round = 0; round < 20000; round++) {
    std::string text;
    for (uint64_t i = random() % 24; i > 0; i--)
      text += letters[random() % letters.size()];
    dpa_trace_record record{0, 0, 6, 0, {random(), random(), random()}};
    EXPECT_LE(textOf(record, {text}).size(), size_t{DPA_MESSAGE_SIZE_MAX});
  }
}

} // namespace
} // namespace dpa::host
