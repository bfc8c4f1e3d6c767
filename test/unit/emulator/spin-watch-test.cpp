// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loops count as spinning: those that only look, of one block or more,
// and none that gets on; and which of them would go on, as memory is now.
#include "emulator/unit/spin-watch.h"

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
    EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::Yes);
    Cells[0] = 6; // another one's turn
    EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::Yes);
  }
  uint64_t retired = Hart->retired();
  Cells[0] = 7;
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::No);
  EXPECT_EQ(Hart->retired(), retired);
  EXPECT_EQ(Cells[1], 0u) << "the walk changes nothing";
}

TEST_F(SpinWatchTest, ATakenLockGoesRoundAndIsNotTakenByTheWalk) {
  // li a0, 1; 1: amoswap.w.aq a2, a0, (a1); bnez a2, 1b; 2: j 2b
  Cells[0] = 1;
  load({0x00100513, 0x0ca5a62f, 0xfe061ee3, 0x0000006f});
  Hart->run(31);
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::Yes);
  Cells[0] = 0;
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::No);
  EXPECT_EQ(Cells[0], 0u);
}

TEST_F(SpinWatchTest, ATakenLockOfLrAndScGoesRoundWhereverItStops) {
  // li a0, 1; 1: lr.w.aq a2, (a1); sc.w a3, a0, (a1); bnez a3, 1b; bnez a2, 1b
  // sd a1, (a1)
  Cells[0] = 1;
  load(
      {0x00100513, 0x1405a62f, 0x18a5a6af, 0xfe069ce3, 0xfe061ae3, 0x00b5b023});
  for (uint64_t stop = 0; stop < 4; ++stop) {
    Hart->run(41 + stop);
    EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::Yes) << stop;
  }
  uint64_t pc = Hart->pc();
  Cells[0] = 0;
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::No) << "it would take the lock";
  EXPECT_EQ(Cells[0], 0u);
  EXPECT_EQ(Hart->pc(), pc);
}

TEST_F(SpinWatchTest, AReservationThatIsLostGoesRoundOnceMore) {
  // 1: lr.w a2, (a1); bnez a2, 1b; sc.w a3, a0, (a1); bnez a3, 1b; sd a1, (a1)
  load({0x1005a62f, 0xfe061ee3, 0x18a5a6af, 0xfe069ae3, 0x00b5b023});
  Hart->setX(10, 1);
  Hart->run(2); // up to the sc
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::No) << "it would take the lock";
  Cells[0] = 1; // by another one
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::Yes);
  EXPECT_EQ(Cells[0], 1u);
}

TEST_F(SpinWatchTest, ALoopThatStoresOnItsOwnStackGoesRound) {
  // 1: sw x0, 12(sp); lw a0, (a1); sw a0, 12(sp); lbu a2, 12(sp); bnez a2, 1b
  // sd a1, (a1)
  Cells[0] = 0x101;
  load(
      {0x00012623, 0x0005a503, 0x00a12623, 0x00c14603, 0xfe0618e3, 0x00b5b023});
  Hart->setX(2, Data + 16);
  for (uint64_t stop = 0; stop < 5; ++stop) {
    Hart->run(51 + stop);
    uint64_t stack = Cells[3];
    EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::Yes) << stop;
    EXPECT_EQ(Cells[3], stack) << "the walk changes nothing";
  }
  Cells[0] = 0x100;
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::No);
}

TEST_F(SpinWatchTest, ACellBesideOneThatIsStoredToIsPolled) {
  // 1: sw a2, 12(sp); lw a0, 8(sp); beqz a0, 1b; sd a1, (a1)
  load({0x00c12623, 0x00812503, 0xfe050ce3, 0x00b5b023});
  Hart->setX(2, Data + 16);
  for (uint64_t stop = 0; stop < 3; ++stop) {
    Hart->run(51 + stop);
    cpu::Poll poll;
    EXPECT_EQ(poll.ask(*Hart), cpu::Polls::Yes) << stop;
    EXPECT_EQ(poll.ask(*Hart), cpu::Polls::Yes) << stop;
    const uint64_t before = Cells[3];
    Cells[3] |= 1; // by another hart
    EXPECT_EQ(poll.ask(*Hart), cpu::Polls::No) << stop;
    Cells[3] = before;
  }
}

TEST_F(SpinWatchTest, ALoopThatCallsAFunctionGoesRound) {
  // 1: jal 3f; beqz a0, 1b; sd a1, (a1)
  // 3: addi sp, sp, -16; sd ra, 8(sp); ld a0, (a1); ld ra, 8(sp);
  //    addi sp, sp, 16; ret
  load({0x00c000ef, 0xfe050ee3, 0x00b5b023, 0xff010113, 0x00113423, 0x0005b503,
        0x00813083, 0x01010113, 0x00008067});
  Hart->setX(2, Data + 48);
  for (uint64_t stop = 0; stop < 8; ++stop) {
    Hart->run(65 + stop);
    EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::Yes) << stop;
  }
  Cells[0] = 1;
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::No);
}

TEST_F(SpinWatchTest, OnlyAStoreOfWhatIsThereGoesRound) {
  // 1: sd a0, (a1); j 1b
  load({0x00a5b023, 0xffdff06f});
  Hart->setX(10, 7);
  Hart->run(30);
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::Yes);
  Cells[0] = 8;
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::No);
  EXPECT_EQ(Cells[0], 8u);
}

TEST_F(SpinWatchTest, ALoopThatWorksOnItsStackDoesNotGoRound) {
  // 1: ld a0, (sp); addi a0, a0, 1; sd a0, (sp); li a0, 0; j 1b
  load({0x00013503, 0x00150513, 0x00a13023, 0x00000513, 0xff1ff06f});
  Hart->setX(2, Data);
  Hart->run(30); // registers are as they were at each round
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::No);
}

TEST_F(SpinWatchTest, ALoopThatCountsDoesNotGoRound) {
  // 1: addi a0, a0, 1; j 1b
  load({0x00150513, 0xffdff06f});
  Hart->run(30);
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::No);
}

TEST_F(SpinWatchTest, AnAnswerHoldsUntilWhatTheLoopReadsHasChanged) {
  // 1: ld a0, (a1); ld a2, 8(a1); add a0, a0, a2; beqz a0, 1b; sd a1, (a1)
  load({0x0005b503, 0x0085b603, 0x00c50533, 0xfe050ae3, 0x00b5b023});
  Hart->run(40);
  cpu::Poll poll;
  for (size_t cell : {0u, 1u}) {
    EXPECT_EQ(poll.ask(*Hart), cpu::Polls::Yes);
    EXPECT_EQ(poll.ask(*Hart), cpu::Polls::Yes);
    Cells[7] = cell + 1; // of no concern
    EXPECT_EQ(poll.ask(*Hart), cpu::Polls::Yes);
    Cells[cell] = 1;
    EXPECT_EQ(poll.ask(*Hart), cpu::Polls::No);
    Cells[cell] = 0;
  }
}

TEST_F(SpinWatchTest, OfADeviceNothingIsKnown) {
  class Zero : public cpu::MmioDevice {
  public:
    bool load(cpu::Hart &, uint64_t, unsigned, uint64_t &value) override {
      value = 0;
      ++Loads;
      return true;
    }
    bool store(cpu::Hart &, uint64_t, unsigned, uint64_t) override {
      return false;
    }
    unsigned Loads = 0;
  };
  constexpr uint64_t Registers = 0x4000;
  Zero device;
  cpu::Permissions all{true, true, true};
  ASSERT_TRUE(Space.add({Registers, 64, nullptr, &device, {}, all}));
  // 1: ld a0, (a1); beqz a0, 1b
  load({0x0005b503, 0xfe050ee3});
  Hart->setX(11, Registers);
  Hart->run(40);
  EXPECT_EQ(device.Loads, 20u);
  EXPECT_EQ(cpu::Poll().ask(*Hart), cpu::Polls::Unknown);
  EXPECT_EQ(device.Loads, 20u) << "a look is no access";
}

} // namespace
} // namespace dpa::test
