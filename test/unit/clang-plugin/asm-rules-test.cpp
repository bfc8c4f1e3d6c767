// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits assembly text into statements and judges each.
#include "clang-plugin/asm-rules.h"

#include <gtest/gtest.h>

namespace {

using namespace dpa::frontend;

std::string split(llvm::StringRef text) {
  std::string result;
  for (const AsmStatement &statement : splitAssembly(text)) {
    result += std::to_string(statement.offset) + ":" + statement.mnemonic;
    for (llvm::StringRef operand : statement.operands)
      result += "|" + operand.str();
    result += "\n";
  }
  return result;
}

/// The verdict on the last statement.
std::optional<Error> judge(llvm::StringRef text) {
  AsmSections sections;
  std::optional<Error> verdict;
  for (const AsmStatement &statement : splitAssembly(text)) {
    sections.follow(statement);
    verdict = judgeAssembly(statement, sections, asmNumber);
  }
  return verdict;
}

TEST(AsmText, CutsLinesLabelsAndComments) {
  EXPECT_EQ(split(""), "");
  EXPECT_EQ(split(" \t\n;;# only this"), "");
  EXPECT_EQ(split("nop"), "0:nop\n");
  EXPECT_EQ(split("1: a%=: ADD %0 , %[b],1 # mret\nret;"),
            "8:add|%0|%[b]|1\n31:ret\n");
  EXPECT_EQ(split("li a0, 1 /* ; mret\n */ // wfi\nnop"),
            "0:li|a0|1\n30:nop\n");
  EXPECT_EQ(split(".string \"; mret\\\" # , :\"; nop"),
            "0:.string|\"; mret\\\" # , :\"\n26:nop\n");
}

TEST(AsmText, EndsAnywhere) {
  for (llvm::StringRef text : {"/*", "a /* b", "\"", ".string \"\\",
                               "a:", "a: b:", "x,", "x ,,", "%["})
    for (size_t size = 0; size <= text.size(); ++size)
      splitAssembly(text.take_front(size));
}

TEST(AsmRules, KnowsCountersByNameAndNumber) {
  EXPECT_EQ(judge("csrr a0, cycle"), std::nullopt);
  EXPECT_EQ(judge("csrr a0, 0xC01"), std::nullopt);
  EXPECT_EQ(judge("csrr a0, 3074"), std::nullopt);
  EXPECT_EQ(judge("csrr a0, 0xc03"), Error::AsmCsrRead);
  EXPECT_EQ(judge("csrr"), Error::AsmCsrRead);
  EXPECT_EQ(judge("csrrs a0, time, zero"), std::nullopt);
  EXPECT_EQ(judge("csrrs a0, time, a1"), Error::AsmCsrWrite);
  EXPECT_EQ(judge("csrrwi a0, time, 0"), Error::AsmCsrWrite);
  EXPECT_EQ(judge("csrc mstatus, x0"), Error::AsmCsrRead);
}

TEST(AsmRules, FollowsSections) {
  EXPECT_EQ(judge(".word 1"), Error::AsmRawCode);
  EXPECT_EQ(judge(".data\n.word 1"), std::nullopt);
  EXPECT_EQ(judge(".data\n.previous\n.word 1"), Error::AsmRawCode);
  EXPECT_EQ(judge(".popsection\n.word 1"), Error::AsmRawCode);
  EXPECT_EQ(judge(".section .a,\"a\"\n.word 1"), std::nullopt);
  EXPECT_EQ(judge(".section .a,\"ax\"\n.word 1"), Error::AsmRawCode);
  EXPECT_EQ(judge(".section .text.a\n.word 1"), Error::AsmRawCode);
  EXPECT_EQ(judge(".pushsection .b\n.pushsection .text\n.popsection\n.word 1"),
            std::nullopt);
}

TEST(AsmRules, KnowsOpcodes) {
  EXPECT_EQ(judge(".insn r 0x33, 0, 0, a0, a0, a0"), std::nullopt);
  EXPECT_EQ(judge(".insn\tr\tCUSTOM_3, 0, 0, a0, a0, a0"),
            Error::AsmCustomOpcode);
  EXPECT_EQ(judge(".insn i 115, 0, x0, x0, 0"), Error::AsmPrivileged);
  EXPECT_EQ(judge(".insn i unknown, 0, x0, x0, 0"), Error::AsmCustomOpcode);
  EXPECT_EQ(judge(".insn"), Error::AsmRawCode);
  EXPECT_EQ(judge(".insn 0x1"), Error::AsmRawCode);
}

} // namespace
