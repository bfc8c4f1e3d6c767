// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where hot code is noticed: at heads, the blocks to which backward jumps, calls, returns, indirect
// jumps and the host lead; and at code for which a fragment has no room.
#include "test/unit/emulator-cpu/code-runner.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>

namespace test {
namespace {

using dpa::cpu::AddressSpace;
using dpa::cpu::Engine;
using dpa::cpu::EngineOptions;
using dpa::cpu::Permissions;
using dpa::cpu::TranslatedCode;

constexpr uint64_t codeBase = 0x10000;
constexpr uint32_t warmUp = 10;
constexpr uint32_t addOne = 0x00150513;      // addi a0, a0, 1
constexpr uint32_t skipNever = 0x00001463;   // bnez zero, +8
constexpr uint32_t countDown = 0xfff58593;   // addi a1, a1, -1
constexpr uint32_t leaveIfZero = 0x00058463; // beqz a1, +8
constexpr uint32_t callNext = 0x008002ef;    // jal t0, +8
constexpr uint32_t returnToT0 = 0x00028067;  // jr t0
constexpr uint32_t waitForInterrupt = wfiBits;

/// jal zero, -4 * words
uint32_t jumpBack(uint32_t words) {
  const uint32_t offset = -4 * words;
  return (offset >> 20 & 1) << 31 | (offset >> 1 & 0x3ff) << 21 |
         (offset >> 11 & 1) << 20 | (offset >> 12 & 0xff) << 12 | 0x6f;
}

/// A hart that runs code, and where the translations of that code begin.
class Translations {
public:
  Translations(std::vector<uint32_t> code, bool inBackground)
      : code_(std::move(code)), space_(options(inBackground)) {
    code_.resize(code_.size() + code_.size() % 2);
    const Permissions all{true, true, true};
    space_.add({codeBase, code_.size() * 4,
                reinterpret_cast<std::byte *>(code_.data()), nullptr, all,
                all});
    hart_ = std::make_unique<Hart>(space_, Isa{}, 0, clock_);
  }

  void start(uint64_t address, uint64_t rounds) {
    hart_->reset(address);
    hart_->setX(11, rounds);
  }
  void runTurn(uint64_t budget) { hart_->run(budget); }
  /// That does not know the block in which the last one ended.
  void runNewTurn(uint64_t budget) {
    constexpr unsigned unused = 20;
    hart_->setX(unused, 0);
    hart_->run(budget);
  }
  /// To a wfi.
  void runFrom(uint64_t address, uint64_t rounds = 1) {
    start(address, rounds);
    ASSERT_EQ(hart_->run(~uint64_t(0)), Stop::Wfi);
  }
  void run(uint64_t rounds) { runFrom(codeBase, rounds); }
  std::set<uint64_t> starts() {
    const std::lock_guard lock(mutex_);
    return starts_;
  }
  /// False: they are not made, however long one waits.
  bool waitFor(size_t translations) {
    constexpr std::chrono::minutes forEver(2);
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, forEver,
                             [&] { return starts_.size() >= translations; });
  }

private:
  EngineOptions options(bool inBackground) {
    return {.engine = Engine::Jit,
            .warmUp = warmUp,
            .translatesInBackground = inBackground,
            .translated = [this](const TranslatedCode &code) {
              const std::lock_guard lock(mutex_);
              starts_.insert(code.address);
              changed_.notify_all();
            }};
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<uint64_t> starts_;
  std::vector<uint32_t> code_;
  AddressSpace space_;
  Clock clock_;
  std::unique_ptr<Hart> hart_;
};

using Starts = std::set<uint64_t>;
using Heads = JitTest;

TEST_F(Heads, ALoopBeginsAtTheTargetOfItsJump) {
  // The loop has three blocks; the code before it runs once.
  Translations code({addOne, addOne, addOne, skipNever, countDown, leaveIfZero,
                     jumpBack(4), waitForInterrupt},
                    false);
  code.run(100);
  EXPECT_EQ(code.starts(), Starts{codeBase + 8});
}

TEST_F(Heads, CodeThatTheHostStartsAgainAndAgainIsTranslated) {
  Translations code({addOne, skipNever, addOne, skipNever, waitForInterrupt},
                    false);
  for (uint32_t i = 0; i + 1 < warmUp; ++i)
    code.run(1);
  EXPECT_EQ(code.starts(), Starts{});
  for (uint32_t i = 0; i < 3; ++i)
    code.run(1);
  EXPECT_EQ(code.starts(), Starts{codeBase});
}

/// By the count of its calls: the exit of the loop that leads to it is counted later.
TEST_F(Heads, AFunctionIsNoticedWhenItIsCalled) {
  std::vector<uint32_t> words = {addOne, callNext, jumpBack(2)};
  words.insert(words.end(), 200, addOne); // too long to be a part of the loop
  words.insert(words.end(),
               {countDown, leaveIfZero, returnToT0, waitForInterrupt});
  Translations code(words, false);
  code.run(warmUp + 3);
  EXPECT_EQ(code.starts(), (Starts{codeBase, codeBase + 12}));
}

/// The code that was translated may contain them.
TEST_F(Heads, WhatIsHotAfterATranslationIsPostponedByTwoRuns) {
  Translations code({countDown, leaveIfZero, jumpBack(2), addOne, addOne,
                     skipNever, waitForInterrupt},
                    false);
  code.run(2 * warmUp); // the loop
  ASSERT_EQ(code.starts(), Starts{codeBase});
  constexpr uint64_t other = codeBase + 12;
  for (uint32_t i = 0; i < warmUp; ++i) // the first run was behind the loop
    code.runFrom(other);
  EXPECT_EQ(code.starts(), Starts{codeBase});
  code.runFrom(other);
  EXPECT_EQ(code.starts(), (Starts{codeBase, other}));
}

/// Nothing else makes the loop a head: no jump is followed to it.
TEST_F(Heads, ALoopThatRunsInShortTurnsIsTranslated) {
  for (const uint64_t turn : {20U, 100U, 127U}) {
    Translations code({addOne, skipNever, addOne, countDown, leaveIfZero,
                       jumpBack(3), waitForInterrupt},
                      false);
    code.start(codeBase, 1000);
    for (int i = 0; i < 300; ++i)
      code.runTurn(turn);
    EXPECT_EQ(code.starts(), Starts{codeBase + 8}) << turn;
  }
}

TEST_F(Heads, ABlockIsCountedIfNoTurnIsLongEnoughForIt) {
  std::vector<uint32_t> words(60, addOne);
  words.insert(words.end(),
               {countDown, leaveIfZero, jumpBack(62), waitForInterrupt});
  Translations code(words, false);
  code.start(codeBase, 1000);
  for (int i = 0; i < 300; ++i)
    code.runTurn(20);
  EXPECT_EQ(code.starts(), Starts{codeBase});
}

/// A loop of 7,000 instructions, which are four fragments.
std::vector<uint32_t> longLoop() {
  constexpr uint32_t length = 7000;
  std::vector<uint32_t> words(length, addOne);
  words.insert(words.end(), {countDown, leaveIfZero, jumpBack(length + 2),
                             waitForInterrupt});
  return words;
}

TEST_F(Heads, CodeBehindAFullFragmentIsTranslatedWithIt) {
  Translations code(longLoop(), false);
  code.run(warmUp - 1);
  EXPECT_EQ(code.starts().size(), 0U);
  code.run(1);
  EXPECT_EQ(code.starts().size(), 4U);
}

TEST_F(Heads, CodeBehindAFullFragmentIsRequestedFromTheThread) {
  Translations code(longLoop(), true);
  // Enough to wake the thread, but too few exits of a fragment for a request of the hart.
  code.run(2 * warmUp - 2);
  EXPECT_TRUE(code.waitFor(4));
}

/// They begin at a hundred places within the loop.
TEST_F(Heads, TurnsMakeNoHeads) {
  std::vector<uint32_t> words(900, addOne);
  words.insert(words.end(),
               {countDown, leaveIfZero, jumpBack(902), waitForInterrupt});
  Translations code(words, false);
  code.start(codeBase, 1'000'000);
  for (int i = 0; i < 4000; ++i)
    code.runNewTurn(1001);
  EXPECT_EQ(code.starts(), Starts{codeBase});
}

} // namespace
} // namespace test
