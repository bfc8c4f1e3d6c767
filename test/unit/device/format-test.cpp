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
#include <random>
#include <string>

// On the device these functions are written in assembly.
int message_read_string(const char *text, int most, const void * /*caller*/) {
  return static_cast<int>(most < 0 ? strlen(text)
                                   : strnlen(text, static_cast<size_t>(most)));
}

char *message_copy_string(char *to, const char *text, const char *end,
                          const void * /*caller*/, char stop) {
  while (to != end && *text && *text != stop)
    *to++ = *text++;
  return to;
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
  char buffer[2048];
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

// A specification whose result the host's printf defines, too; its argument is a
// word or a text.
std::string randomSpecification(std::mt19937 &random, bool &isText) {
  auto below = [&](unsigned limit) { return random() % limit; };
  const bool isPlain = below(2) == 0;
  std::string specification = "%";
  isText = below(4) == 0;
  for (const char flag : {'-', '0', '+', ' ', '#'})
    if (!isPlain && !isText && below(4) == 0)
      specification += flag;
  if (!isPlain && isText && below(2) == 0)
    specification += '-';
  if (!isPlain && below(2) == 0)
    specification += std::to_string(1 + below(40));
  if (!isPlain && below(3) == 0)
    specification += '.' + std::to_string(below(30));
  if (isText)
    return specification + 's';
  static constexpr const char *lengths[] = {"",   "",  "l",  "l",
                                            "ll", "h", "hh", "z"};
  return specification + lengths[below(std::size(lengths))] +
         "diuxXo"[below(6)];
}

// The host's printf takes flags that have no effect for a conversion as this
// formatter does. Pointers need no flag; what is added to the format is literal.
TEST(Format, RandomFormatsAreLikePrintf) {
  constexpr int count = 20000;
  constexpr unsigned argumentCount = 4;
  // NOLINTNEXTLINE(bugprone-random-generator-seed): the same formats each time.
  std::mt19937 random(12);
  const std::string texts[] = {"", "x", "word", "a % in a text",
                               std::string(300, 'y')};
  for (int i = 0; i < count; ++i) {
    std::string format;
    uint64_t arguments[argumentCount];
    for (uint64_t &argument : arguments) {
      bool isText = false;
      format +=
          std::string(random() % 12, 'l') + randomSpecification(random, isText);
      const uint64_t number = random() | static_cast<uint64_t>(random()) << 32;
      argument = isText ? reinterpret_cast<uintptr_t>(
                              texts[random() % std::size(texts)].c_str())
                        : number >> random() % 64;
    }
    format += random() % 2 ? "%%\n" : "";
    char expected[2048];
    const int length =
        snprintf(expected, sizeof expected, format.c_str(), arguments[0],
                 arguments[1], arguments[2], arguments[3]);
    ASSERT_EQ(formattedUnchecked(format.c_str(), arguments[0], arguments[1],
                                 arguments[2], arguments[3]),
              std::string(expected, static_cast<size_t>(length)))
        << format;
  }
}

// With every size of the buffer: the length is that of the whole text, and no byte
// after the buffer changes.
TEST(Format, RandomFormatsInSmallBuffers) {
  // NOLINTNEXTLINE(bugprone-random-generator-seed): the same formats each time.
  std::mt19937 random(13);
  auto format = [](char *to, size_t size, const char *text, ...) {
    va_list arguments;
    va_start(arguments, text);
    const size_t length = format_message(to, size, nullptr, text, arguments);
    va_end(arguments);
    return length;
  };
  for (int i = 0; i < 300; ++i) {
    bool isText = false;
    const std::string text = "ab" + randomSpecification(random, isText) +
                             "%s%u" + std::string(random() % 9, '.');
    const uint64_t first =
        isText ? reinterpret_cast<uintptr_t>("first") : random();
    char whole[512];
    const size_t length =
        format(whole, sizeof whole, text.c_str(), first, "text", 7u);
    for (size_t size = 0; size <= length; ++size) {
      std::string buffer(length + 1, '#');
      ASSERT_EQ(format(buffer.data(), size, text.c_str(), first, "text", 7u),
                length)
          << text;
      ASSERT_EQ(buffer,
                std::string(whole, size) + std::string(length + 1 - size, '#'))
          << text;
    }
  }
}

TEST(Format, PlainCharactersAmongNumbers) {
  EXPECT_EQ(formatted("%c%c:%u%c", 'a', 'b', 10u, '\n'), "ab:10\n");
  EXPECT_EQ(formatted("%c%d", 0, -7), std::string("\0-7", 3));
  EXPECT_EQ(formatted("%c%s%c", 'x' + 256, "%c", 'y'), "x%cy");
  EXPECT_EQ(formatted("%3c|%-3c|%c", 'a', 'b', 'c'), "  a|b  |c");
  EXPECT_EQ(formattedUnchecked("%lc%c", 'a', 'b'), "ab");
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
