// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of dependency files: what is written is read back, and clang's own form is understood.
#include "driver/options/make-rule.h"

#include <gtest/gtest.h>

namespace dpa::driver {
namespace {

using Names = std::vector<std::string>;

TEST(MakeRule, readsRulesOfClang) {
  EXPECT_EQ(prerequisitesOf("x: a.c /usr/include/b.h \\\n  ../c.h\n\nb.h:\n"),
            (Names{"a.c", "/usr/include/b.h", "../c.h"}));
  EXPECT_EQ(prerequisitesOf("x: a\\ b.c c\\#.h d$$.h e\\f.h\n"),
            (Names{"a b.c", "c#.h", "d$.h", "e\\f.h"}));
  EXPECT_EQ(prerequisitesOf("x y:\n"), Names{});
  EXPECT_EQ(prerequisitesOf(""), Names{});
  EXPECT_EQ(prerequisitesOf("c:/x.o: c:/x.c"), Names{"c:/x.c"});
  EXPECT_EQ(prerequisitesOf("x:\ty.c\r\n"), Names{"y.c"});
  // An even number of backslashes does not escape the end of the line.
  EXPECT_EQ(prerequisitesOf("x: y\\\\\nz: w\n"), Names{"y\\"});
  EXPECT_EQ(prerequisitesOf("x: y\\\r\n z.c\n"), (Names{"y", "z.c"}));
}

TEST(MakeRule, readsItsOwnRules) {
  const Names names = {"plain.c", "two words.c", "#.h",         "$x.h",
                       "a\\b.h",  "a\\ b.h",     "a\\\\ b\\.h", "colon:.h",
                       "end\\",   "ends\\\\",    "x",           "last\\"};
  EXPECT_EQ(prerequisitesOf(ruleText({{"out"}, names, {}})), names);
}

TEST(MakeRule, writesTargetsUnchanged) {
  EXPECT_EQ(ruleText({{"a.a", "$(X)"}, {"a.c", "b h.h"}, {"b h.h"}}),
            "a.a $(X): a.c \\\n  b\\ h.h\nb\\ h.h:\n");
  EXPECT_EQ(ruleText({{"a"}, {}, {}}), "a:\n");
}

} // namespace
} // namespace dpa::driver
