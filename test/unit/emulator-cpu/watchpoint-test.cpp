// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Watchpoints that are set after code has become hot: with both engines, accesses to them are
// reported, and other accesses are made as before.
// PROVES: R-GDB-04
#include "test/unit/emulator-cpu/code-words.h"

#include <cstring>

namespace test {
namespace {

constexpr uint32_t storeAtA0 = 0x00b53023;  // sd a1, 0(a0)
constexpr uint32_t loadBehind = 0x00853603; // ld a2, 8(a0)
constexpr uint32_t addOneToA1 = 0x00158593; // addi a1, a1, 1
constexpr uint32_t back12 = 0xff5ff06f;     // j -12
constexpr uint64_t instructions = 4;        // of the loop

constexpr uint64_t base = 0x10000;
constexpr uint64_t loop = base + 8; // code; behind it is data
constexpr uint64_t watched = base + 0x1000;
constexpr uint64_t loaded = watched + 8;
constexpr uint64_t elsewhere = watched + 64; // in the same page

/// One range for code and data: the window of translated code.
class Watchpoint : public testing::Test {
protected:
  void SetUp() override {
    const std::vector<uint32_t> code = {
        csrrw(MEpc, 0, 5), mretBits, storeAtA0, loadBehind, addOneToA1, back12};
    std::memcpy(memory_.data(), code.data(), code.size() * sizeof(uint32_t));
    memory_[(loaded - base) / sizeof(uint64_t)] = 7;
    const dpa::cpu::Permissions all{true, true, true};
    space_.add({base, sizeof memory_,
                reinterpret_cast<std::byte *>(memory_.data()), nullptr, all,
                all});
    hart_ = std::make_unique<Hart>(space_, Isa{}, 0, clock_);
    hart_->reset(base);
    hart_->setX(5, loop);
    hart_->setX(10, watched);
    ASSERT_EQ(hart_->run(100'000), Stop::Fuel); // now it is hot
    ASSERT_EQ(hart_->privilege(), Privilege::User);
  }
  void watch(uint64_t address, bool onRead, bool onWrite) {
    space_.setDebugPoints({.watchpoints = {{address, 8, onRead, onWrite}}});
  }

  alignas(4096) std::array<uint64_t, 1024> memory_{};
  dpa::cpu::AddressSpace space_{testedEngine()};
  Clock clock_;
  std::unique_ptr<Hart> hart_;
};

TEST_F(Watchpoint, ElsewhereChangesNothing) {
  watch(elsewhere, true, true);
  const uint64_t before = hart_->x(11);
  const uint64_t retired = hart_->retired();
  EXPECT_EQ(hart_->run(1000 * instructions), Stop::Fuel);
  EXPECT_EQ(hart_->retired(), retired + 1000 * instructions);
  EXPECT_EQ(hart_->x(11), before + 1000);
  EXPECT_EQ(hart_->x(12), 7U);
  EXPECT_FALSE(hart_->takeWatchHit());
}

TEST_F(Watchpoint, StopsAfterTheStore) {
  watch(watched, false, true);
  EXPECT_EQ(hart_->run(1000), Stop::Requested);
  const auto hit = hart_->takeWatchHit();
  EXPECT_EQ(hit ? hit->address : 0, watched);
  EXPECT_EQ(hart_->pc(), loop + 4);
}

TEST_F(Watchpoint, StopsAfterTheLoad) {
  watch(loaded, true, false);
  EXPECT_EQ(hart_->run(1000), Stop::Requested);
  EXPECT_TRUE(hart_->takeWatchHit());
  EXPECT_EQ(hart_->pc(), loop + 8);
}

TEST_F(Watchpoint, CodeRunsOnAfterItsRemoval) {
  watch(watched, false, true);
  EXPECT_EQ(hart_->run(1000), Stop::Requested);
  space_.setDebugPoints({});
  EXPECT_EQ(hart_->run(1000), Stop::Fuel);
}

} // namespace
} // namespace test
