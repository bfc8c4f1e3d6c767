// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Option lists: separators, empty items, order, quotes.
#include "driver/options/option-list.h"

#include <gtest/gtest.h>

namespace {

using dpa::driver::splitOptionList;
using Items = std::vector<std::string>;

TEST(OptionList, CommasAndBlanksSeparateMixed) {
  EXPECT_EQ(splitOptionList("a b -DX,-DY, , -I/z"),
            (Items{"a", "b", "-DX", "-DY", "-I/z"}));
}

TEST(OptionList, EmptyListsHaveNoItems) {
  for (const char *list : {"", " ", ",", " ,, \t\n,"})
    EXPECT_EQ(splitOptionList(list), Items{}) << list;
}

TEST(OptionList, OrderAndRepetitionsStay) {
  EXPECT_EQ(splitOptionList("-MMD -MT out.a,-mllvm,-x=1 -mllvm -y -DX -DX"),
            (Items{"-MMD", "-MT", "out.a", "-mllvm", "-x=1", "-mllvm", "-y",
                   "-DX", "-DX"}));
}

TEST(OptionList, QuotesProtectSeparators) {
  EXPECT_EQ(splitOptionList("-DA='x, y' \"b c\",d"),
            (Items{"-DA=x, y", "b c", "d"}));
  EXPECT_EQ(splitOptionList(R"(-DS="\"text\"")"), (Items{"-DS=\"text\""}));
  EXPECT_EQ(splitOptionList(R"('a\b' "a\b")"), (Items{"a\\b", "a\\b"}));
  EXPECT_EQ(splitOptionList("'' x"), (Items{"", "x"}));
}

TEST(OptionList, BackslashProtectsOneCharacter) {
  EXPECT_EQ(splitOptionList(R"(a\ b\,c,d\\)"), (Items{"a b,c", "d\\"}));
  EXPECT_EQ(splitOptionList("a\\"), (Items{"a\\"}));
}

TEST(OptionList, CommasStayInOptionsThatAreListsThemselves) {
  EXPECT_EQ(splitOptionList("-Wl,-z,now -Wall,-Wa,-x,y -DZ"),
            (Items{"-Wl,-z,now", "-Wall", "-Wa,-x,y", "-DZ"}));
}

TEST(OptionList, OpenQuoteIsAnError) {
  for (const char *list : {"'", "a 'b", "\"x\\\"", "-D\"a'"})
    EXPECT_FALSE(splitOptionList(list)) << list;
}

} // namespace
