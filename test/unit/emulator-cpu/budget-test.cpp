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

/// User code that calls a handler again and again; both read the counter of
/// retired instructions. x8: rounds, x7, x9: what was counted.
struct SystemLoop {
  static constexpr uint64_t handler = codeBase + 0x40;
  static constexpr uint64_t user = codeBase + 0x80;
  static constexpr unsigned mCounterEnable = 0x306;
  static constexpr unsigned mRetired = 0xb02;
  static constexpr unsigned retired = 0xc02;
  static constexpr unsigned mScratch = 0x340;

  SystemLoop() {
    put(codeBase, {csrrw(MTvec, 0, 10), csrrw(MEpc, 0, 11),
                   csrrw(mCounterEnable, 0, 12), mretBits});
    put(handler, {csrrw(mScratch, 31, 31), csrrs(MEpc, 5, 0),
                  0x00428293, // addi x5, x5, 4
                  csrrw(MEpc, 0, 5), csrrs(mRetired, 6, 0),
                  0x006383b3, // add x7, x7, x6
                  csrrw(mScratch, 31, 31), mretBits});
    put(user, {0x00140413, // addi x8, x8, 1
               ecallBits, csrrs(retired, 9, 0),
               0x00148493,   // addi x9, x9, 1
               0xff1ff06f}); // j -16
    hart.reset(codeBase);
    hart.setX(10, handler);
    hart.setX(11, user);
    hart.setX(12, 7);
  }
  void put(uint64_t address, const std::vector<uint32_t> &words) {
    std::memcpy(reinterpret_cast<std::byte *>(space.memory.data()) +
                    (address - codeBase),
                words.data(), words.size() * sizeof(uint32_t));
  }
  std::vector<uint64_t> state() const {
    std::vector<uint64_t> result(hart.registers().begin(),
                                 hart.registers().end());
    result.insert(result.end(),
                  {hart.pc(), hart.retired(), uint64_t(hart.privilege()),
                   hart.csr(MEpc), hart.csr(mScratch)});
    return result;
  }

  /// The address space; its memory is added before a hart uses it.
  struct Space : dpa::cpu::AddressSpace {
    Space() : AddressSpace(testedEngine()) {
      const dpa::cpu::Permissions all{true, true, true};
      add({codeBase, sizeof memory,
           reinterpret_cast<std::byte *>(memory.data()), nullptr, all, all});
    }
    std::array<uint64_t, 32> memory{};
  };

  Space space;
  Clock clock;
  Hart hart{space, Isa{}, 0, clock};
};

TEST(Budget, EndsAtAnyInstructionBetweenSystemInstructions) {
  constexpr uint64_t end = 1500;
  SystemLoop stepped;
  std::vector<std::vector<uint64_t>> states = {stepped.state()};
  for (uint64_t i = 0; i < end; ++i) {
    ASSERT_EQ(stepped.hart.run(1), Stop::Fuel);
    states.push_back(stepped.state());
  }
  ASSERT_GT(stepped.hart.x(8), 100U);
  for (uint64_t budget = 1; budget < 200; ++budget) {
    SystemLoop loop;
    for (uint64_t count = budget; count <= end; count += budget) {
      ASSERT_EQ(loop.hart.run(budget), Stop::Fuel);
      ASSERT_EQ(loop.state(), states[count]) << budget << " " << count;
    }
  }
}

} // namespace
} // namespace test
