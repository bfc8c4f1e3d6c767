// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of the records of a tracer: see trace-format.h. A directive is taken
// apart and put together again from what is known to be harmless; only then it
// is given to snprintf, with a number of 64 bits.
#include "runtime/host/messages/trace-format.h"

#include "runtime/abi/eu-control.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>

namespace dpa::host {

namespace {

// Widths and precisions beyond it count as it.
constexpr int64_t fieldMax = 255;

struct Directive {
  std::string flags;
  std::string field;  ///< width and precision, as in the format
  std::string length; ///< h, hh, l, ...
  char conversion = 0;
};

class Formatter {
public:
  Formatter(const dpa_trace_record &record, std::string_view format)
      : record(record), rest(format) {}

  std::string text() {
    std::string result;
    while (!rest.empty() && result.size() <= DPA_MESSAGE_SIZE_MAX) {
      size_t plain = std::min(rest.find('%'), rest.size());
      result += rest.substr(0, plain);
      rest.remove_prefix(plain);
      if (!rest.empty())
        result += directiveText();
    }
    return result;
  }

private:
  std::string directiveText() {
    std::string_view before = rest;
    rest.remove_prefix(1);
    Directive directive;
    directive.flags = take("-+ #0");
    takeWidth(directive);
    if (!rest.empty() && rest.front() == '.') {
      rest.remove_prefix(1);
      takePrecision(directive);
    }
    directive.length = take("hlLjzt");
    if (!rest.empty()) {
      directive.conversion = rest.front();
      rest.remove_prefix(1);
    }
    std::string_view written = before.substr(0, before.size() - rest.size());
    return convert(directive, written);
  }

  std::string take(std::string_view letters) {
    size_t length = std::min(rest.find_first_not_of(letters), rest.size());
    std::string taken(rest.substr(0, length));
    rest.remove_prefix(length);
    return taken;
  }

  /// A width below 0, of an argument, is one on the left, as printf has it.
  void takeWidth(Directive &directive) {
    std::optional<int64_t> width = takeNumber();
    if (!width)
      return;
    if (*width < 0)
      directive.flags += '-';
    directive.field = std::to_string(std::min(std::abs(*width), fieldMax));
  }

  /// A precision below 0 is none.
  void takePrecision(Directive &directive) {
    int64_t precision = takeNumber().value_or(0);
    if (precision >= 0)
      directive.field += '.' + std::to_string(std::min(precision, fieldMax));
  }

  /// A star takes an argument, an int. Nothing: there is no number.
  std::optional<int64_t> takeNumber() {
    if (!rest.empty() && rest.front() == '*') {
      rest.remove_prefix(1);
      return static_cast<int32_t>(argument());
    }
    std::string digits = take("0123456789");
    if (digits.empty())
      return std::nullopt;
    int64_t number = 0;
    for (char digit : digits)
      number = std::min(number * 10 + (digit - '0'), fieldMax);
    return number;
  }

  uint64_t argument() {
    return next < std::size(record.arguments) ? record.arguments[next++] : 0;
  }

  /// The bits that the argument's type has.
  static uint64_t narrow(uint64_t value, const std::string &length,
                         bool isSigned) {
    unsigned unused = length.empty()   ? 32
                      : length == "h"  ? 48
                      : length == "hh" ? 56
                                       : 0;
    if (isSigned)
      return static_cast<uint64_t>(static_cast<int64_t>(value << unused) >>
                                   unused);
    return value << unused >> unused;
  }

  std::string convert(const Directive &directive, std::string_view written) {
    switch (directive.conversion) {
    case '%':
      return "%";
    case 'd':
    case 'i':
      return print(directive, "lld",
                   narrow(argument(), directive.length, true));
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return print(directive, std::string("ll") + directive.conversion,
                   narrow(argument(), directive.length, false));
    case 'c':
      return print(directive, "c", argument() & 0xff);
    case 'p':
    case 's': {
      Directive address{directive.flags + "#", "", "", 0};
      return print(address, "llx", argument());
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
    case 'n':
      argument();
      return std::string(written);
    default:
      return std::string(written);
    }
  }

  static std::string print(const Directive &directive,
                           const std::string &conversion, uint64_t value) {
    std::string format = "%" + directive.flags + directive.field + conversion;
    char text[2 * fieldMax + 64];
    int length = conversion == "c"
                     ? snprintf(text, sizeof text, format.c_str(),
                                static_cast<int>(value))
                     : snprintf(text, sizeof text, format.c_str(),
                                static_cast<unsigned long long>(value));
    return length > 0 ? std::string(text, length) : std::string();
  }

  const dpa_trace_record &record;
  std::string_view rest;
  size_t next = 0;
};

std::string unknownFormat(const dpa_trace_record &record, size_t count) {
  std::string text = "unknown trace format " +
                     std::to_string(static_cast<int32_t>(record.format_id)) +
                     " (the stream has " + std::to_string(count) + "):";
  uint32_t arguments =
      std::min<uint32_t>(record.argument_count, std::size(record.arguments));
  for (uint32_t i = 0; i < arguments; i++) {
    char number[24];
    snprintf(number, sizeof number, " 0x%llx",
             static_cast<unsigned long long>(record.arguments[i]));
    text += number;
  }
  return text;
}

} // namespace

std::string formatTrace(const dpa_trace_record &record,
                        const std::vector<std::string> &formats) {
  std::string text = record.format_id < formats.size()
                         ? Formatter(record, formats[record.format_id]).text()
                         : unknownFormat(record, formats.size());
  if (text.size() > DPA_MESSAGE_SIZE_MAX - 4)
    text.replace(DPA_MESSAGE_SIZE_MAX - 4, std::string::npos, "...");
  if (text.empty() || text.back() != '\n')
    text += '\n';
  return text;
}

} // namespace dpa::host
