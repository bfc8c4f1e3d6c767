// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strings of any bytes as JSON, which may be in a script element of HTML.
#include "emulator/trace/json-text.h"

#include <gtest/gtest.h>

namespace dpa::trace {
namespace {

std::string quoted(std::string_view text) {
  JsonText json;
  json.quote(text);
  return std::string(json.view());
}

TEST(JsonText, EscapesWhatJsonAndHtmlRequire) {
  EXPECT_EQ(quoted(""), R"("")");
  EXPECT_EQ(quoted("a \"b\" \\ \n\t\x7f"),
            R"("a \"b\" \\ \u000a\u0009\u007f")");
  EXPECT_EQ(quoted("</script>"), R"("\u003c/script>")");
  EXPECT_EQ(quoted(std::string_view("a\0b", 3)), R"("a\u0000b")");
}

TEST(JsonText, KeepsUtf8AndReplacesOtherBytes) {
  EXPECT_EQ(quoted("\u00b5s \u20ac \U0001f600"),
            "\"\u00b5s \u20ac \U0001f600\"");
  EXPECT_EQ(quoted("\xff"), R"("\ufffd")");
  EXPECT_EQ(quoted("\xc3"), R"("\ufffd")");           // cut off
  EXPECT_EQ(quoted("\xc0\xaf"), R"("\ufffd\ufffd")"); // longer than it must be
  EXPECT_EQ(quoted("\xed\xa0\x80"), R"("\ufffd\ufffd\ufffd")"); // surrogate
  EXPECT_EQ(quoted("\xf4\x90\x80\x80"), R"("\ufffd\ufffd\ufffd\ufffd")");
  EXPECT_EQ(quoted("\x80x"), R"("\ufffdx")");
}

} // namespace
} // namespace dpa::trace
