// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which loops count as spinning: those that only poll, of one block or more, and none that makes
// progress; and which of them would continue with the current content of memory.
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

/// A hart in machine mode that runs `code`, with a1 pointing to zeroed data.
class SpinWatchTest : public testing::Test {
protected:
  static constexpr uint64_t code = 0x1000;
  static constexpr uint64_t data = 0x2000;

  void load(const std::vector<uint32_t> &words) {
    std::copy(words.begin(), words.end(), words_);
    cpu::Permissions all{true, true, true};
    ASSERT_TRUE(space_.add({code,
                            sizeof words_,
                            reinterpret_cast<std::byte *>(words_),
                            nullptr,
                            {},
                            all}));
    ASSERT_TRUE(space_.add({data,
                            sizeof cells_,
                            reinterpret_cast<std::byte *>(cells_),
                            nullptr,
                            {},
                            all}));
    hart_ = std::make_unique<cpu::Hart>(space_, cpu::Isa{}, 0, clock_);
    hart_->reset(code);
    hart_->setX(11, data);
  }

  /// Looks until it spins.
  bool spinsWithin(int looks, uint64_t instructions) {
    SpinWatch watch;
    for (int i = 0; i < looks; ++i) {
      hart_->run(instructions);
      if (watch.spins(*hart_))
        return true;
    }
    return false;
  }

  alignas(8) uint32_t words_[16] = {};
  alignas(8) uint64_t cells_[8] = {};
  cpu::AddressSpace space_;
  NoClock clock_;
  std::unique_ptr<cpu::Hart> hart_;
};

TEST_F(SpinWatchTest, ATestAndSetLockSpins) {
  // li a0, 1; 1: amoswap.w.aq a2, a0, (a1); bnez a2, 1b
  cells_[0] = 1;
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
  cells_[0] = 1;
  EXPECT_FALSE(spinsWithin(100, 64));
}

TEST_F(SpinWatchTest, ATicketLockGoesRoundUntilItIsItsTurn) {
  // 1: ld a0, (a1); fence r, rw; bne a0, a2, 1b; sd a0, 8(a1)
  load({0x0005b503, 0x0230000f, 0xfec51ce3, 0x00a5b423});
  hart_->setX(12, 7);
  for (uint64_t stop = 0; stop < 3; ++stop) { // wherever in the loop
    hart_->run(30 + stop);
    EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::Yes);
    cells_[0] = 6; // another hart's turn
    EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::Yes);
  }
  uint64_t retired = hart_->retired();
  cells_[0] = 7;
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::No);
  EXPECT_EQ(hart_->retired(), retired);
  EXPECT_EQ(cells_[1], 0u) << "the walk changes nothing";
}

TEST_F(SpinWatchTest, ATakenLockGoesRoundAndIsNotTakenByTheWalk) {
  // li a0, 1; 1: amoswap.w.aq a2, a0, (a1); bnez a2, 1b; 2: j 2b
  cells_[0] = 1;
  load({0x00100513, 0x0ca5a62f, 0xfe061ee3, 0x0000006f});
  hart_->run(31);
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::Yes);
  cells_[0] = 0;
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::No);
  EXPECT_EQ(cells_[0], 0u);
}

TEST_F(SpinWatchTest, ATakenLockOfLrAndScGoesRoundWhereverItStops) {
  // li a0, 1; 1: lr.w.aq a2, (a1); sc.w a3, a0, (a1); bnez a3, 1b; bnez a2, 1b
  // sd a1, (a1)
  cells_[0] = 1;
  load(
      {0x00100513, 0x1405a62f, 0x18a5a6af, 0xfe069ce3, 0xfe061ae3, 0x00b5b023});
  for (uint64_t stop = 0; stop < 4; ++stop) {
    hart_->run(41 + stop);
    EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::Yes) << stop;
  }
  uint64_t pc = hart_->pc();
  cells_[0] = 0;
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::No)
      << "it would take the lock";
  EXPECT_EQ(cells_[0], 0u);
  EXPECT_EQ(hart_->pc(), pc);
}

TEST_F(SpinWatchTest, AReservationThatIsLostGoesRoundOnceMore) {
  // 1: lr.w a2, (a1); bnez a2, 1b; sc.w a3, a0, (a1); bnez a3, 1b; sd a1, (a1)
  load({0x1005a62f, 0xfe061ee3, 0x18a5a6af, 0xfe069ae3, 0x00b5b023});
  hart_->setX(10, 1);
  hart_->run(2); // up to the sc
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::No)
      << "it would take the lock";
  cells_[0] = 1; // by another hart
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::Yes);
  EXPECT_EQ(cells_[0], 1u);
}

TEST_F(SpinWatchTest, ALoopThatStoresOnItsOwnStackGoesRound) {
  // 1: sw x0, 12(sp); lw a0, (a1); sw a0, 12(sp); lbu a2, 12(sp); bnez a2, 1b
  // sd a1, (a1)
  cells_[0] = 0x101;
  load(
      {0x00012623, 0x0005a503, 0x00a12623, 0x00c14603, 0xfe0618e3, 0x00b5b023});
  hart_->setX(2, data + 16);
  for (uint64_t stop = 0; stop < 5; ++stop) {
    hart_->run(51 + stop);
    uint64_t stack = cells_[3];
    EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::Yes) << stop;
    EXPECT_EQ(cells_[3], stack) << "the walk changes nothing";
  }
  cells_[0] = 0x100;
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::No);
}

TEST_F(SpinWatchTest, ACellBesideOneThatIsStoredToIsPolled) {
  // 1: sw a2, 12(sp); lw a0, 8(sp); beqz a0, 1b; sd a1, (a1)
  load({0x00c12623, 0x00812503, 0xfe050ce3, 0x00b5b023});
  hart_->setX(2, data + 16);
  for (uint64_t stop = 0; stop < 3; ++stop) {
    hart_->run(51 + stop);
    cpu::Poll poll;
    EXPECT_EQ(poll.ask(*hart_), cpu::Polls::Yes) << stop;
    EXPECT_EQ(poll.ask(*hart_), cpu::Polls::Yes) << stop;
    const uint64_t before = cells_[3];
    cells_[3] |= 1; // by another hart
    EXPECT_EQ(poll.ask(*hart_), cpu::Polls::No) << stop;
    cells_[3] = before;
  }
}

TEST_F(SpinWatchTest, ALoopThatCallsAFunctionGoesRound) {
  // 1: jal 3f; beqz a0, 1b; sd a1, (a1)
  // 3: addi sp, sp, -16; sd ra, 8(sp); ld a0, (a1); ld ra, 8(sp);
  //    addi sp, sp, 16; ret
  load({0x00c000ef, 0xfe050ee3, 0x00b5b023, 0xff010113, 0x00113423, 0x0005b503,
        0x00813083, 0x01010113, 0x00008067});
  hart_->setX(2, data + 48);
  for (uint64_t stop = 0; stop < 8; ++stop) {
    hart_->run(65 + stop);
    EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::Yes) << stop;
  }
  cells_[0] = 1;
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::No);
}

TEST_F(SpinWatchTest, OnlyAStoreOfWhatIsThereGoesRound) {
  // 1: sd a0, (a1); j 1b
  load({0x00a5b023, 0xffdff06f});
  hart_->setX(10, 7);
  hart_->run(30);
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::Yes);
  cells_[0] = 8;
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::No);
  EXPECT_EQ(cells_[0], 8u);
}

TEST_F(SpinWatchTest, ALoopThatWorksOnItsStackDoesNotGoRound) {
  // 1: ld a0, (sp); addi a0, a0, 1; sd a0, (sp); li a0, 0; j 1b
  load({0x00013503, 0x00150513, 0x00a13023, 0x00000513, 0xff1ff06f});
  hart_->setX(2, data);
  hart_->run(30); // registers have the same values in each round
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::No);
}

TEST_F(SpinWatchTest, ALoopThatCountsDoesNotGoRound) {
  // 1: addi a0, a0, 1; j 1b
  load({0x00150513, 0xffdff06f});
  hart_->run(30);
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::No);
}

TEST_F(SpinWatchTest, AnAnswerHoldsUntilWhatTheLoopReadsHasChanged) {
  // 1: ld a0, (a1); ld a2, 8(a1); add a0, a0, a2; beqz a0, 1b; sd a1, (a1)
  load({0x0005b503, 0x0085b603, 0x00c50533, 0xfe050ae3, 0x00b5b023});
  hart_->run(40);
  cpu::Poll poll;
  for (size_t cell : {0u, 1u}) {
    EXPECT_EQ(poll.ask(*hart_), cpu::Polls::Yes);
    EXPECT_EQ(poll.ask(*hart_), cpu::Polls::Yes);
    cells_[7] = cell + 1; // not read by the loop
    EXPECT_EQ(poll.ask(*hart_), cpu::Polls::Yes);
    cells_[cell] = 1;
    EXPECT_EQ(poll.ask(*hart_), cpu::Polls::No);
    cells_[cell] = 0;
  }
}

TEST_F(SpinWatchTest, ALoopThatReadsADeviceIsUnknown) {
  class Zero : public cpu::MmioDevice {
  public:
    bool load(cpu::Hart &, uint64_t, unsigned, uint64_t &value) override {
      value = 0;
      ++loads;
      return true;
    }
    bool store(cpu::Hart &, uint64_t, unsigned, uint64_t) override {
      return false;
    }
    unsigned loads = 0;
  };
  constexpr uint64_t registers = 0x4000;
  Zero device;
  cpu::Permissions all{true, true, true};
  ASSERT_TRUE(space_.add({registers, 64, nullptr, &device, {}, all}));
  // 1: ld a0, (a1); beqz a0, 1b
  load({0x0005b503, 0xfe050ee3});
  hart_->setX(11, registers);
  hart_->run(40);
  EXPECT_EQ(device.loads, 20u);
  EXPECT_EQ(cpu::Poll().ask(*hart_), cpu::Polls::Unknown);
  EXPECT_EQ(device.loads, 20u) << "asking is not an access";
}

} // namespace
} // namespace dpa::test
