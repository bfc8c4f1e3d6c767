// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loops count as spinning: those that only look, of one block or more,
// and none that gets on; and which of them would go on, as memory is now.
#include "emulator/spin-watch.h"

#include "emulator/cpu/poll.h"

#include <gtest/gtest.h>
#include <vector>

namespace dpa::test {
namespace {

class NoClock : public cpu::Clock {
public:
  uint64_t cycles(const cpu::Hart &) override { return 0; }
  uint64_t time(const cpu::Hart &) override { return 0; }
};

/// A hart in machine mode that runs `code`, with a1 at zeroed data.
class SpinWatchTest : public testing::Test {
protected:
  static constexpr uint64_t Code = 0x1000;
  static constexpr uint64_t Data = 0x2000;

  void load(const std::vector<uint32_t> &words) {
    std::copy(words.begin(), words.end(), Words);
    cpu::Permissions all{true, true, true};
    ASSERT_TRUE(Space.add({Code,
                           sizeof Words,
                           reinterpret_cast<std::byte *>(Words),
                           nullptr,
                           {},
                           all}));
    ASSERT_TRUE(Space.add({Data,
                           sizeof Cells,
                           reinterpret_cast<std::byte *>(Cells),
                           nullptr,
                           {},
                           all}));
    Hart = std::make_unique<cpu::Hart>(Space, cpu::Isa{}, 0, Clock);
    Hart->reset(Code);
    Hart->setX(11, Data);
  }

  /// Looks until it spins.
  bool spinsWithin(int looks, uint64_t instructions) {
    SpinWatch watch;
    for (int i = 0; i < looks; ++i) {
      Hart->run(instructions);
      if (watch.spins(*Hart))
        return true;
    }
    return false;
  }

  alignas(8) uint32_t Words[16] = {};
  alignas(8) uint64_t Cells[8] = {};
  cpu::AddressSpace Space;
  NoClock Clock;
  std::unique_ptr<cpu::Hart> Hart;
};

TEST_F(SpinWatchTest, ATestAndSetLockSpins) {
  // li a0, 1; 1: amoswap.w.aq a2, a0, (a1); bnez a2, 1b
  Cells[0] = 1;
  load({0x00100513, 0x0ca5a62f, 0xfe061ee3});
  EXPECT_TRUE(spinsWithin(8, 64));
}

TEST_F(SpinWatchTest, ALoopThatLoadsSpins) {
  // 1: ld a0, (a1); beqz a0, 1b
  load({0x0005b503, 0xfe050ee3});
  EXPECT_TRUE(spinsWithin(8, 64));
}

TEST_F(SpinWatchTest, ALoopOfSeveralBlocksSpinsWhereverALookEnds) {
  // 1: ld a0, (a1); bnez a0, 2f; addi a2, x0, 3; 2: ld a0, (a1); beqz a0, 1b
  load({0x0005b503, 0x00051463, 0x00300613, 0x0005b503, 0xfe0508e3});
  for (uint64_t instructions = 61; instructions < 70; ++instructions)
    EXPECT_TRUE(spinsWithin(100, instructions)) << instructions;
}

TEST_F(SpinWatchTest, ALoopThatCountsDoesNotSpin) {
  // 1: addi a0, a0, 1; j 1b
  load({0x00150513, 0xffdff06f});
  EXPECT_FALSE(spinsWithin(1000, 64));
}

TEST_F(SpinWatchTest, ALoopSpinsOnlyAsLongAsItWaits) {
  // 1: ld a0, (a1); beqz a0, 1b; 2: addi a0, a0, 1; j 2b
  load({0x0005b503, 0xfe050ee3, 0x00150513, 0xffdff06f});
  EXPECT_TRUE(spinsWithin(8, 64));
  Cells[0] = 1;
  EXPECT_FALSE(spinsWithin(100, 64));
}

TEST_F(SpinWatchTest, ATicketLockGoesRoundUntilItIsItsTurn) {
  // 1: ld a0, (a1); fence r, rw; bne a0, a2, 1b; sd a0, 8(a1)
  load({0x0005b503, 0x0230000f, 0xfec51ce3, 0x00a5b423});
  Hart->setX(12, 7);
  for (uint64_t stop = 0; stop < 3; ++stop) { // wherever in the loop
    Hart->run(30 + stop);
    EXPECT_TRUE(cpu::goesRound(*Hart));
    Cells[0] = 6; // another one's turn
    EXPECT_TRUE(cpu::goesRound(*Hart));
  }
  uint64_t retired = Hart->retired();
  Cells[0] = 7;
  EXPECT_FALSE(cpu::goesRound(*Hart));
  EXPECT_EQ(Hart->retired(), retired);
  EXPECT_EQ(Cells[1], 0u) << "the walk changes nothing";
}

TEST_F(SpinWatchTest, ATakenLockGoesRoundAndIsNotTakenByTheWalk) {
  // li a0, 1; 1: amoswap.w.aq a2, a0, (a1); bnez a2, 1b; 2: j 2b
  Cells[0] = 1;
  load({0x00100513, 0x0ca5a62f, 0xfe061ee3, 0x0000006f});
  Hart->run(31);
  EXPECT_TRUE(cpu::goesRound(*Hart));
  Cells[0] = 0;
  EXPECT_FALSE(cpu::goesRound(*Hart));
  EXPECT_EQ(Cells[0], 0u);
}

TEST_F(SpinWatchTest, ALoopThatStoresOrCountsIsNotKnownToGoRound) {
  // 1: sd a0, (a1); j 1b
  load({0x00a5b023, 0xffdff06f, 0x00150513, 0xffdff06f});
  Hart->run(30);
  EXPECT_FALSE(cpu::goesRound(*Hart));
  Hart->setPc(Code + 8); // 1: addi a0, a0, 1; j 1b
  Hart->run(30);
  EXPECT_FALSE(cpu::goesRound(*Hart));
}

} // namespace
} // namespace dpa::test
