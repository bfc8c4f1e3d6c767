// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generated names are an interface: their spelling, stems that are not identifiers, and long names.
#include "clang-plugin/names.h"

#include <gtest/gtest.h>

namespace {

using namespace dpa::frontend;

TEST(Names, AreThoseThatToolsKnow) {
  EXPECT_EQ(packName("dev", "f"), "_dpacc_pack_dev_f");
  EXPECT_EQ(unpackName("dev", "f"), "_dpacc_flexio_dev_arg_unpack_dev_f");
  EXPECT_EQ(argumentsName("dev", "f"), "_dpacc_dev_f_args");
  EXPECT_EQ(registerName("dev"), "_dpacc_file_dev_register_all");
}

TEST(Names, KeepALeadingUnderscore) {
  EXPECT_EQ(packName("dev", "_f"), "_dpacc_pack_dev__f");
}

TEST(Names, StemsBecomeIdentifiers) {
  EXPECT_EQ(identifierFromStem("plain_9"), "plain_9");
  EXPECT_EQ(identifierFromStem("9lives"), "_9lives");
  EXPECT_EQ(identifierFromStem("a-b.c"), "a_2db_2ec");
  EXPECT_EQ(identifierFromStem("\xc3\xa4"), "_c3_a4");
  EXPECT_EQ(identifierFromStem(identifierFromStem("a-b")),
            identifierFromStem("a-b"));
}

TEST(Names, LongUnpackNamesAreShortenedAndStayDifferent) {
  std::string longest(maximumNameLength, 'n');
  std::string other = longest.substr(1) + "m";
  EXPECT_EQ(unpackName("dev", longest).size(), maximumNameLength);
  EXPECT_NE(unpackName("dev", longest), unpackName("dev", other));
  EXPECT_NE(unpackName("dev", longest), unpackName("dew", longest));

  std::string prefix = unpackName("dev", "");
  std::string fits(maximumNameLength - prefix.size(), 'n');
  EXPECT_EQ(unpackName("dev", fits), prefix + fits);
}

} // namespace
