// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The formatter of device messages, compiled for the host, compared with snprintf where both define
// the result, and with the guide otherwise.
// PROVES: R-DMSG-04 R-DMSG-05 R-DMSG-06
#include "runtime/device/flexio_dev/format.h"
#include "runtime/device/flexio_dev/message-string.h"

#include <gtest/gtest.h>

#include <climits>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

// On the device this function is written in assembly.
int message_read_string(const char *text, int most, const void * /*caller*/) {
  return static_cast<int>(most < 0 ? strlen(text)
                                   : strnlen(text, static_cast<size_t>(most)));
}

namespace {

__attribute__((format(printf, 1, 2))) std::string formatted(const char *format,
                                                            ...) {
  char buffer[8192];
  va_list arguments;
  va_start(arguments, format);
  size_t length =
      format_message(buffer, sizeof buffer, nullptr, format, arguments);
  va_end(arguments);
  return {buffer, std::min(length, sizeof buffer)};
}

// Not checked by the compiler, for specifications that it would reject.
std::string formattedUnchecked(const char *format, ...) {
  char buffer[256];
  va_list arguments;
  va_start(arguments, format);
  size_t length =
      format_message(buffer, sizeof buffer, nullptr, format, arguments);
  va_end(arguments);
  return {buffer, length};
}

// Compares with the host's printf.
#define EXPECT_LIKE_PRINTF(...)                                                \
  do {                                                                         \
    char expected[8192];                                                       \
    snprintf(expected, sizeof expected, __VA_ARGS__);                          \
    EXPECT_EQ(formatted(__VA_ARGS__), expected);                               \
  } while (0)

TEST(Format, ConversionsOfTheGuide) {
  EXPECT_LIKE_PRINTF("%c|%s|%d|%ld|%u|%lu|%i|%li", 'a', "text", -5, -6L, 7u,
                     8ul, 9, 10L);
  EXPECT_LIKE_PRINTF("%x|%hx|%hhx|%lx|%X|%lX|%lo|%%", 0xabu, 0xffff, 0xcd,
                     0xdeadbeeful, 0xefu, 0xfeedul, 8ul);
  EXPECT_EQ(formatted("%p", reinterpret_cast<void *>(0xc0ffee)), "0xc0ffee");
}

TEST(Format, ExtremeNumbers) {
  EXPECT_LIKE_PRINTF("%d %d %u", INT_MIN, INT_MAX, UINT_MAX);
  EXPECT_LIKE_PRINTF("%ld %ld %lu", LONG_MIN, LONG_MAX, ULONG_MAX);
  EXPECT_LIKE_PRINTF("%lo %lx %o", ULONG_MAX, ULONG_MAX, 0u);
}

TEST(Format, ShortArgumentsAreCut) {
  EXPECT_LIKE_PRINTF("%hd %hu %hhd %hhu", static_cast<short>(40000),
                     static_cast<unsigned short>(70000),
                     static_cast<signed char>(200),
                     static_cast<unsigned char>(300));
  EXPECT_EQ(formattedUnchecked("%hx %hhx", 0x12345678, 0x12345678), "5678 78");
}

TEST(Format, FlagsWidthsAndPrecisions) {
  static const char *const numbers[] = {
      "%5d|",   "%-5d|",   "%05d|",   "%+d|",    "% d|",   "%+05d|",  "%-+6d|",
      "%.3d|",  "%8.3d|",  "%-8.3d|", "%08.3d|", "%#x|",   "%#X|",    "%#o|",
      "%#10x|", "%#010x|", "%-#10x|", "%.0d|",   "%#.0o|", "%10.5x|", "%#.8x|"};
  for (const char *format : numbers)
    for (int value : {0, 1, -1, 42, -42, 123456}) {
      char expected[64];
      snprintf(expected, sizeof expected, format, value);
      EXPECT_EQ(formattedUnchecked(format, value), expected) << format << value;
    }
}

TEST(Format, Strings) {
  EXPECT_LIKE_PRINTF("%10s|%-10s|%.2s|%10.2s|%-10.2s|", "word", "word", "word",
                     "word", "word");
  EXPECT_LIKE_PRINTF("%5c|%-5c|", 'x', 'y');
  EXPECT_EQ(formattedUnchecked("%s", static_cast<const char *>(nullptr)),
            "(null)");
}

TEST(Format, StringWithPrecisionNeedsNoEnd) {
  const char text[3] = {'a', 'b', 'c'};
  EXPECT_EQ(formatted("%.3s", text), "abc");
}

TEST(Format, StarTakesArguments) {
  EXPECT_LIKE_PRINTF("%*d|%-*d|%.*s|%*.*s|", 6, 7, 6, 7, 2, "abc", 5, 1, "xyz");
  EXPECT_LIKE_PRINTF("%*d|%.*d|", -6, 7, -1, 8);
}

TEST(Format, FloatingPointIsShownAndSkipped) {
  EXPECT_EQ(formatted("%f %d", 1.5, 7), "%f 7");
  EXPECT_EQ(formatted("%5.2e|%lf|%G|%d", 1.0, 2.0, 3.0, 8), "%5.2e|%lf|%G|8");
  EXPECT_EQ(formatted("%Lf %d", 1.0L, 9), "%Lf 9");
}

TEST(Format, UnknownDirectivesAreShown) {
  EXPECT_EQ(formattedUnchecked("%y %d", 3), "%y 3");
  EXPECT_EQ(formattedUnchecked("100%"), "100%");
  EXPECT_EQ(formattedUnchecked("%-5"), "%-5");
  EXPECT_EQ(formattedUnchecked("%ll"), "%ll");
  int stored = 17;
  EXPECT_EQ(formattedUnchecked("%n|%d", &stored, 4), "%n|4");
  EXPECT_EQ(stored, 17);
}

TEST(Format, LongLongAndOtherLengths) {
  EXPECT_LIKE_PRINTF("%lld %llx %zu %jd %td", 1LL << 60, 1ULL << 63, size_t{5},
                     intmax_t{-6}, ptrdiff_t{7});
}

TEST(Format, ReturnsWholeLengthAndWritesOnlyWhatFits) {
  char buffer[8] = "#######";
  va_list none{};
  EXPECT_EQ(format_message(buffer, 4, nullptr, "abcdefgh", none), 8u);
  EXPECT_STREQ(buffer, "abcd###");
  EXPECT_EQ(format_message(nullptr, 0, nullptr, "abc", none), 3u);
}

TEST(Format, EveryPartOfATextIsCutAtTheEndOfTheBuffer) {
  const std::string whole = formatted("text %5d, %s%%%#x end", 42, "abc", 255u);
  for (size_t size = 0; size <= whole.size(); ++size) {
    std::string buffer(whole.size() + 1, '#');
    auto format = [&](const char *text, ...) {
      va_list arguments;
      va_start(arguments, text);
      const size_t length =
          format_message(buffer.data(), size, nullptr, text, arguments);
      va_end(arguments);
      return length;
    };
    EXPECT_EQ(format("text %5d, %s%%%#x end", 42, "abc", 255u), whole.size());
    EXPECT_EQ(buffer, whole.substr(0, size) +
                          std::string(whole.size() + 1 - size, '#'));
  }
}

TEST(Format, DigitsOfEveryLength) {
  uint64_t value = 0;
  for (unsigned i = 0; i < 64; ++i, value = value << 1 | (i % 3 == 0))
    EXPECT_LIKE_PRINTF("%lu %lx %lX %lo %ld", value, value, value, value,
                       -static_cast<int64_t>(value));
}

TEST(Format, HugeWidthsEnd) {
  EXPECT_EQ(formatted("%*d", INT_MAX, 1).size(), 4096u);
  EXPECT_EQ(formatted("%*d", INT_MIN, 1).size(), 4096u);
  char buffer[8];
  va_list none{};
  EXPECT_EQ(
      format_message(buffer, sizeof buffer, nullptr, "%99999999999y", none),
      13u);
}

} // namespace
