// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats of profiles: recursion, names that contain separators, several units and processes, code
// without lines. That the tools read them is tested with whole programs.
#include "runtime/host/profile/callgrind.h"
#include "runtime/host/profile/folded-stacks.h"
#include "runtime/host/profile/profile-text.h"

#include <gtest/gtest.h>

using namespace dpa::host;

namespace {

bool contains(const std::string &text, std::string_view part) {
  return text.find(part) != text.npos;
}

/// main, which calls work, which calls itself.
Profile recursive() {
  const CodeFrame main{"main", "a.c", 9};
  const CodeFrame outer{"work", "a.c", 5};
  const CodeFrame inner{"work", "a.c", 4};
  return {.title = "p",
          .stacks = {{{0, {main}}, {1, 10, 100}},
                     {{0, {inner, main}}, {2, 20, 200}},
                     {{1, {inner, outer, outer, main}}, {3, 30, 300}}}};
}

} // namespace

TEST(Profile, FoldedStacksAreOutermostFirstAndOfAllUnits) {
  EXPECT_EQ(foldedStacks(recursive()), "p;main 100\n"
                                       "p;main;work 200\n"
                                       "p;main;work;work;work 300\n");
}

TEST(Profile, FoldedStacksAddUpLinesOfAFunction) {
  const Profile profile{.title = "p",
                        .stacks = {{{0, {{"f", "a.c", 1}}}, {1, 1, 5}},
                                   {{3, {{"f", "a.c", 2}}}, {1, 1, 6}}}};
  EXPECT_EQ(foldedStacks(profile), "p;f 11\n");
}

TEST(Profile, FoldedStacksHaveNoSeparatorsInNames) {
  const Profile profile{.title = "a;b\n",
                        .stacks = {{{0, {{"f;g", "", 0}}}, {1, 1, 5}}}};
  EXPECT_EQ(foldedStacks(profile), "a:b\\n;f:g 5\n");
}

TEST(Profile, TextCountsARecursiveFunctionOnce) {
  const std::string text = profileText(recursive());
  EXPECT_TRUE(contains(text, "process p: 6 samples, 600 cycles, 60 "
                             "instructions\n"))
      << text;
  EXPECT_TRUE(contains(text, "500  83.33           83.33            50  83.33"
                             "        5  work\n"))
      << text;
  EXPECT_TRUE(contains(text, "100  16.67          100.00            10  16.67"
                             "        1  main\n"))
      << text;
}

TEST(Profile, TextHasUnitsAndTheFunctionThatTheyAreMostIn) {
  const std::string text = profileText(recursive());
  EXPECT_TRUE(contains(text, "   0     300            30        3   66.67"
                             "  work\n"))
      << text;
  EXPECT_TRUE(contains(text, "   1     300            30        3  100.00"
                             "  work\n"))
      << text;
}

TEST(Profile, TextSaysThatThereAreNoLines) {
  const Profile profile{.title = "p",
                        .stacks = {{{0, {{"f", "", 0}}}, {1, 1, 5}}}};
  EXPECT_TRUE(contains(profileText(profile), "lines: none known"));
}

TEST(Profile, CallgrindHasCostsOfLinesAndCalls) {
  const std::string text = callgrindText({recursive(), recursive()});
  EXPECT_TRUE(contains(text, "events: Cycles Instructions\n"
                             "summary: 1200 120\n"))
      << text;
  EXPECT_TRUE(contains(text, "fl=a.c\nfn=main\n9 100 10\n"
                             "cfi=a.c\ncfn=work\ncalls=5 0\n9 500 50\n"))
      << text;
  // The call at line 5 is twice in a stack.
  EXPECT_TRUE(contains(text, "fl=a.c\nfn=work\n4 500 50\n"
                             "cfi=a.c\ncfn=work\ncalls=3 0\n5 300 30\n"))
      << text;
  EXPECT_TRUE(contains(text, "\ntotals: 1200 120\n")) << text;
}

TEST(Profile, CallgrindHasOneLineForEachName) {
  const Profile profile{.title = "p",
                        .stacks = {{{0, {{"f\ng", "a\nb", 1}}}, {1, 1, 5}}}};
  EXPECT_FALSE(contains(callgrindText({profile}), "\ng"));
}
