// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A head is translated when it has run as often as the options say, whatever instruction leads to
// it; a loop of several blocks is translated once.
#include "test/unit/emulator-cpu/code-runner.h"

#include <vector>

namespace test {
namespace {

using dpa::cpu::Engine;

constexpr uint32_t countDown = 0xfff50513;        // addi a0, a0, -1
constexpr uint32_t storeIt = 0x00a9b023;          // sd a0, 0(s3)
constexpr uint32_t again1 = 0xfe051ee3;           // bnez a0, -4
constexpr uint32_t again2 = 0xfe051ce3;           // bnez a0, -8
constexpr uint32_t leaveIfZero = 0x00050463;      // beqz a0, +8
constexpr uint32_t back8 = 0xff9ff06f;            // j -8
constexpr uint32_t linkBack8 = 0xff9ff2ef;        // jal t0, -8
constexpr uint32_t jumpToS4 = 0x000a0067;         // jr s4
constexpr uint32_t readScratch = 0x340025f3;      // csrr a1, mscratch
constexpr uint32_t waitForInterrupt = 0x10500073; // wfi

struct Loop {
  const char *name;
  std::vector<uint32_t> words; ///< the code of the loop, which runs a0 times
};

const Loop loops[] = {
    {"a branch in a pair", {countDown, again1}},
    {"a branch", {countDown, storeIt, again2}},
    {"a jump", {countDown, leaveIfZero, back8}},
    {"a jump with a link", {countDown, leaveIfZero, linkBack8}},
    {"an indirect jump", {countDown, leaveIfZero, jumpToS4}},
};

/// The number of translations made while the loop runs `iterations` times (not 0).
int translationsAfter(uint64_t iterations, const Loop &loop, uint32_t warmUp) {
  int translations = 0;
  std::vector<uint32_t> words = loop.words;
  words.push_back(waitForInterrupt);
  CodeRunner runner({.engine = Engine::Jit,
                     .warmUp = warmUp,
                     .translationCost =
                         [&](const dpa::cpu::TranslationCost &cost) {
                           translations += cost.instructions != 0;
                         }},
                    words);
  runner.hart->setX(10, iterations);
  runner.hart->setX(19, CodeRunner::base + CodeRunner::data);
  runner.hart->setX(20, CodeRunner::base);
  EXPECT_EQ(runner.hart->run(1000000), Stop::Wfi) << loop.name;
  EXPECT_EQ(runner.hart->x(10), 0U) << loop.name;
  return translations;
}

using RunCount = JitTest;

TEST_F(RunCount, TranslatesAfterWarmUpRuns) {
  for (const Loop &loop : loops)
    for (const uint32_t warmUp : {2U, 10U, 70U}) {
      EXPECT_EQ(translationsAfter(warmUp - 1, loop, warmUp), 0) << loop.name;
      EXPECT_EQ(translationsAfter(warmUp, loop, warmUp), 1) << loop.name;
    }
}

TEST_F(RunCount, TranslatesALoopOfSeveralBlocksOnce) {
  for (const Loop &loop : loops)
    EXPECT_EQ(translationsAfter(1000, loop, 10), 1) << loop.name;
}

/// The block ends at the instruction, which is left to the interpreter; the rest of the loop is a
/// block, too.
TEST_F(RunCount, TranslatesBlocksThatASystemInstructionEnds) {
  const Loop loop{"a system instruction", {countDown, readScratch, again2}};
  EXPECT_EQ(translationsAfter(9, loop, 10), 0);
  EXPECT_GE(translationsAfter(40, loop, 10), 1);
}

} // namespace
} // namespace test
