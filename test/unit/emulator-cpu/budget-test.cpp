// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A budget that ends between instructions that the engine joins, or inside of a block, leaves the
// registers of that instruction.
#include "test/unit/emulator-cpu/code-words.h"

#include <cstring>

namespace test {
namespace {

constexpr uint64_t codeBase = 0x10000;
constexpr std::array<uint32_t, 7> loop = {
    0x00a54533, // xor a0, a0, a0
    0x00001537, // lui a0, 1
    0x00250513, // addi a0, a0, 2
    0x02059593, // slli a1, a1, 32
    0x0205d593, // srli a1, a1, 32
    0x00000013, // nop
    0xfe9ff06f, // j -24
};

/// The value of a0 after `count` instructions of the loop.
uint64_t expectedA0(uint64_t count) {
  constexpr std::array<uint64_t, loop.size()> values = {
      0x1002, 0, 0x1000, 0x1002, 0x1002, 0x1002, 0x1002};
  return values[count % loop.size()];
}
uint64_t expectedA1(uint64_t count) {
  return count % loop.size() == 4 ? 0xffffffff00000000 : 0xffffffff;
}

void runTwice(uint64_t first, uint64_t second) {
  std::array<uint64_t, 8> memory{};
  std::memcpy(memory.data(), loop.data(), sizeof loop);
  dpa::cpu::AddressSpace space(testedEngine());
  const dpa::cpu::Permissions all{true, true, true};
  space.add({codeBase, sizeof memory,
             reinterpret_cast<std::byte *>(memory.data()), nullptr, all, all});
  Clock clock;
  Hart hart(space, Isa{}, 0, clock);
  hart.reset(codeBase);
  hart.setX(10, 0x1002);
  hart.setX(11, 0xffffffff);
  uint64_t count = 0;
  for (const uint64_t budget : {first, second}) {
    ASSERT_EQ(hart.run(budget), Stop::Fuel);
    count += budget;
    ASSERT_EQ(hart.retired(), count);
    ASSERT_EQ(hart.pc(), codeBase + count % loop.size() * 4);
    ASSERT_EQ(hart.x(10), expectedA0(count)) << first << " " << second;
    ASSERT_EQ(hart.x(11), expectedA1(count)) << first << " " << second;
  }
}

TEST(Budget, EndsAtAnyInstruction) {
  for (uint64_t first = 1; first < 300 && !HasFatalFailure(); ++first)
    for (uint64_t second = 1; second < 20; ++second)
      runTwice(first, second);
}

TEST(Budget, ARegisterThatIsSetBetweenRunsIsSeen) {
  constexpr std::array<uint32_t, 3> code = {
      0x00011537, // lui a0, 0x11
      0x00053583, // ld a1, 0(a0): folded to a constant address
      ecallBits,
  };
  std::vector<uint64_t> memory(1024);
  std::memcpy(memory.data(), code.data(), sizeof code);
  memory[0x1000 / 8] = 1;
  memory[0x1008 / 8] = 2;
  dpa::cpu::AddressSpace space(testedEngine());
  const dpa::cpu::Permissions all{true, true, true};
  space.add({codeBase, 8192, reinterpret_cast<std::byte *>(memory.data()),
             nullptr, all, all});
  Clock clock;
  Hart hart(space, Isa{}, 0, clock);
  hart.reset(codeBase);
  ASSERT_EQ(hart.run(1), Stop::Fuel);
  hart.setX(10, codeBase + 0x1008);
  ASSERT_EQ(hart.run(1), Stop::Fuel);
  EXPECT_EQ(hart.x(11), 2U);
}

} // namespace
} // namespace test
