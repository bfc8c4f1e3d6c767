// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work of translating is proportional to the size of hot code, whatever addresses become hot,
// and is limited by a budget where translating does not pay.
#include "emulator/cpu/space-state.h"
#include "test/unit/emulator-cpu/code-words.h"

#include <random>

namespace test {
namespace {

using dpa::cpu::AddressSpace;
using dpa::cpu::Engine;
using dpa::cpu::EngineOptions;
using dpa::cpu::Permissions;
using dpa::cpu::TranslationBudget;

constexpr uint64_t codeBase = 0x10000;
constexpr uint32_t addOne = 0x00150513;      // addi a0, a0, 1
constexpr uint32_t addToOther = 0x00160613;  // addi a2, a2, 1
constexpr uint32_t bitOf = 0x00457293;       // andi t0, a0, 4
constexpr uint32_t skipIfClear = 0x00028463; // beq t0, x0, +8
constexpr uint32_t returnToRa = 0x00008067;  // ret

uint32_t jump(int32_t offset) { // jal x0, offset
  const auto bits = static_cast<uint32_t>(offset);
  return (bits >> 20 & 1) << 31 | (bits >> 1 & 0x3ff) << 21 |
         (bits >> 11 & 1) << 20 | (bits >> 12 & 0xff) << 12 | 0x6f;
}

class TranslationWork : public testing::Test {
protected:
  void SetUp() override {
    std::string why;
    if (!dpa::cpu::jitIsAvailable(why))
      GTEST_SKIP() << why;
  }

  void make(std::vector<uint32_t> words, const EngineOptions &options) {
    words.resize(words.size() + words.size() % 2);
    code_ = std::move(words);
    const Permissions all{true, true, true};
    hart_.reset(); // before the space that it uses
    space_ = std::make_unique<AddressSpace>(options);
    space_->add({codeBase, code_.size() * 4,
                 reinterpret_cast<std::byte *>(code_.data()), nullptr, all,
                 all});
    hart_ = std::make_unique<Hart>(*space_, Isa{}, 0, clock_);
    hart_->reset(codeBase);
  }
  uint64_t work() const { return space_->state().budget.spent(); }
  /// Running code adds to the initial budget; the last translation may exceed it by a generation
  /// and a fragment.
  uint64_t budget() const {
    constexpr uint64_t fragmentMax = 2032; // instructions and fixed work
    return TranslationBudget::initial +
           hart_->retired() / TranslationBudget::retiredPerTranslated +
           TranslationBudget::generationCost + fragmentMax;
  }

  std::vector<uint32_t> code_;
  Clock clock_;
  std::unique_ptr<AddressSpace> space_;
  std::unique_ptr<Hart> hart_;
};

/// A loop that contains this many conditional statements.
std::vector<uint32_t> conditionalStatements(int32_t count) {
  std::vector<uint32_t> words;
  for (int32_t i = 0; i < count; ++i)
    words.insert(words.end(), {addOne, bitOf, skipIfClear, addToOther});
  words.push_back(jump(-16 * count));
  return words;
}

/// A loop that contains this many statements with two alternatives, both of which run.
std::vector<uint32_t> alternatives(int32_t count) {
  constexpr uint32_t toSecondIfClear = 0x00028663; // beq t0, x0, +12
  std::vector<uint32_t> words;
  for (int32_t i = 0; i < count; ++i)
    words.insert(words.end(), {addOne, bitOf, toSecondIfClear, addToOther,
                               jump(8), addToOther});
  words.push_back(jump(-24 * count));
  return words;
}

/// A loop around a branch to code of this length, which never runs.
std::vector<uint32_t> loopAroundRareCode(size_t length) {
  constexpr uint32_t skipUnlessZero = 0x00050463; // beq a0, x0, +8
  std::vector<uint32_t> words = {addOne, skipUnlessZero, jump(-8)};
  words.insert(words.end(), length, addToOther);
  words.push_back(returnToRa);
  return words;
}

TEST_F(TranslationWork, ContainsNoCodeThatHasNotRun) {
  uint64_t before = 0;
  for (const size_t length : {20, 500}) {
    make(loopAroundRareCode(length), {.engine = Engine::Jit});
    hart_->setX(10, 1);
    ASSERT_EQ(hart_->run(10000), Stop::Fuel);
    EXPECT_GT(work(), 0U);
    if (before != 0)
      EXPECT_EQ(work(), before);
    before = work();
  }
}

/// A short path that leads back to code that has run is translated with it, as if it had run.
TEST_F(TranslationWork, ContainsShortPathsThatRejoin) {
  constexpr uint32_t addNothing = 0x00050513;     // addi a0, a0, 0
  constexpr uint32_t skipUnlessZero = 0x00051463; // bne a0, x0, +8
  make({addNothing, skipUnlessZero, addToOther, jump(-12)},
       {.engine = Engine::Jit});
  ASSERT_EQ(hart_->run(10000), Stop::Fuel);
  EXPECT_GT(hart_->x(12), 0U);
  const uint64_t withPath = work();
  make({addNothing, skipUnlessZero, addToOther, jump(-12)},
       {.engine = Engine::Jit});
  hart_->setX(10, 1);
  ASSERT_EQ(hart_->run(10000), Stop::Fuel);
  EXPECT_EQ(hart_->x(12), 0U);
  EXPECT_EQ(work(), withPath);
}

TEST_F(TranslationWork, OfALargeFunctionIsLinearInItsSize) {
  constexpr int32_t statements = 2500;
  constexpr uint64_t instructions = uint64_t(4) * statements + 1;
  make(conditionalStatements(statements),
       {.engine = Engine::Jit, .codeBytes = size_t(4) << 20, .warmUp = 10});
  ASSERT_EQ(hart_->run(100 * instructions), Stop::Fuel);
  EXPECT_EQ(space_->state().codeGeneration(), 0U);
  EXPECT_LE(work(), 3 * instructions);
}

/// An alternative that did not belong to the fragment around it would be a fragment of its own.
TEST_F(TranslationWork, DividesLargeCodeByAddress) {
  constexpr int32_t statements = 1001; // odd: all alternatives run
  constexpr uint64_t instructions = uint64_t(6) * statements + 1;
  unsigned fragments = 0;
  make(alternatives(statements),
       {.engine = Engine::Jit,
        .translationCost = [&](const dpa::cpu::TranslationCost &cost) {
          fragments += cost.instructions != 0;
        }});
  ASSERT_EQ(hart_->run(100 * instructions), Stop::Fuel);
  EXPECT_GE(fragments, 4U);
  EXPECT_LE(fragments, 8U);
}

TEST_F(TranslationWork, OfTurnsThatEndAnywhereIsLinearInTheSizeOfTheCode) {
  constexpr int32_t statements = 200;
  constexpr uint64_t instructions = uint64_t(4) * statements + 1;
  make(conditionalStatements(statements),
       {.engine = Engine::Jit, .codeBytes = size_t(4) << 20, .warmUp = 10});
  std::mt19937 numbers(1); // NOLINT(bugprone-random-generator-seed)
  uint64_t retired = 0;
  for (int turn = 0; turn < 50000; ++turn) {
    const uint64_t length = 1 + numbers() % 1000;
    ASSERT_EQ(hart_->run(length), Stop::Fuel);
    retired += length;
  }
  EXPECT_EQ(hart_->retired(), retired);
  EXPECT_EQ(space_->state().codeGeneration(), 0U);
  EXPECT_LE(work(), 10 * instructions);
}

/// Where a turn ended inside of a long block, the next one interprets until the next block.
TEST_F(TranslationWork, OfTurnsThatEndInLongBlocksIsLinearInTheSizeOfTheCode) {
  constexpr int32_t instructions = 3000;
  std::vector<uint32_t> words(instructions - 1, addOne);
  words.push_back(jump(-4 * (instructions - 1)));
  make(words,
       {.engine = Engine::Jit, .codeBytes = size_t(4) << 20, .warmUp = 10});
  std::mt19937 numbers(1); // NOLINT(bugprone-random-generator-seed)
  for (int turn = 0; turn < 100000; ++turn)
    ASSERT_EQ(hart_->run(1 + numbers() % 1000), Stop::Fuel);
  EXPECT_EQ(space_->state().codeGeneration(), 0U);
  EXPECT_LE(work(), 20U * instructions);
}

TEST_F(TranslationWork, OfCodeThatChangesRepeatedlyStaysInTheBudget) {
  make({addOne, bitOf, jump(-8)}, {.engine = Engine::Jit, .warmUp = 10});
  for (uint32_t round = 0; round < 2000; ++round) {
    code_[1] = bitOf | (round % 32) << 20;
    space_->codeChanged(codeBase, 12);
    ASSERT_EQ(hart_->run(300), Stop::Fuel);
  }
  EXPECT_EQ(hart_->x(10), 200000U);
  EXPECT_LE(work(), budget());
}

TEST_F(TranslationWork, OfMoreHotCodeThanFitsStaysInTheBudget) {
  constexpr uint64_t functions = 4096;
  std::vector<uint32_t> words;
  for (uint64_t i = 0; i < functions; ++i)
    words.insert(words.end(), {addOne, returnToRa});
  make(words, {.engine = Engine::Jit, .codeBytes = 16384, .warmUp = 10});
  constexpr uint64_t rounds = 20;
  for (uint64_t round = 0; round < rounds; ++round)
    for (uint64_t i = 0; i < functions; ++i) {
      hart_->setPc(codeBase + 8 * i);
      hart_->setX(1, codeBase + 8 * i);
      ASSERT_EQ(hart_->run(200), Stop::Fuel);
    }
  EXPECT_EQ(hart_->x(10), functions * rounds * 100);
  EXPECT_LE(work(), budget());
}

/// Each turn is shorter than what pays for one translated instruction.
TEST_F(TranslationWork, ResumesWhenShortTurnsHaveEarnedIt) {
  constexpr uint64_t debt = 20;
  constexpr uint64_t turn = 500;
  constexpr uint64_t turnsToEarn =
      debt * TranslationBudget::retiredPerTranslated / turn;
  static_assert(turn < TranslationBudget::retiredPerTranslated);
  make({addOne, bitOf, jump(-8)}, {.engine = Engine::Jit, .warmUp = 10});
  TranslationBudget &budget = space_->state().budget;
  budget.spend(TranslationBudget::initial + debt);
  const uint64_t spent = work();
  for (uint64_t i = 0; i < turnsToEarn; ++i)
    ASSERT_EQ(hart_->run(turn), Stop::Fuel);
  EXPECT_EQ(work(), spent);
  for (uint64_t i = 0; i < turnsToEarn; ++i)
    ASSERT_EQ(hart_->run(turn), Stop::Fuel);
  EXPECT_GT(work(), spent);
  EXPECT_EQ(hart_->retired(), 2 * turnsToEarn * turn);
}

} // namespace
} // namespace test
