// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop is translated together with the short functions that it calls. They return
// where the return address says, and stop and trap as in the interpreter.
#include "test/unit/emulator-cpu/code-runner.h"

#include <array>

namespace test {
namespace {

using dpa::cpu::AddressSpace;
using dpa::cpu::Engine;
using dpa::cpu::EngineOptions;
using dpa::cpu::Permissions;

const EngineOptions jit = {.engine = Engine::Jit, .warmUp = 10};
const EngineOptions interpreter = {.engine = Engine::Interpreter};
constexpr uint32_t returnToRa = 0x00008067;

/// Two calls of one function, which sometimes returns behind the instruction that
/// follows the call. It loads from s3, which grows.
constexpr std::array<uint32_t, 16> loopWithCalls = {
    0x00148493, // 00: addi s1, s1, 1
    0x0074f513, // 04: andi a0, s1, 7
    0x018000ef, // 08: jal ra, 20
    0x00a90933, // 0c: add s2, s2, a0
    0x00348513, // 10: addi a0, s1, 3
    0x00c000ef, // 14: jal ra, 20
    0x00a94933, // 18: xor s2, s2, a0
    0xfe5ff06f, // 1c: j 0
    0x00151513, // 20: slli a0, a0, 1
    0x00457293, // 24: andi t0, a0, 4
    0x00028463, // 28: beq t0, x0, 30
    0x00408093, // 2c: addi ra, ra, 4
    0x0009b583, // 30: ld a1, 0(s3)
    0x00898993, // 34: addi s3, s3, 8
    0x00b50533, // 38: add a0, a0, a1
    0x00008067, // 3c: ret
};

using FollowedCalls = JitTest;

class Runner : public CodeRunner {
public:
  explicit Runner(const EngineOptions &engine)
      : CodeRunner(engine, loopWithCalls) {
    for (uint64_t i = 0; i < 64; ++i)
      memory_[data / 8 + i] = i * i;
  }
  /// From the first datum on.
  void rewind() { hart->setX(19, base + data); }
};

TEST_F(FollowedCalls, StopAtAnyInstruction) {
  Runner translated(jit);
  Runner interpreted(interpreter);
  for (uint64_t i = 0; i < 3000 && !HasFatalFailure(); ++i) {
    const uint64_t budget = i < 20 ? 300 : i % 397 + 1;
    for (Runner *runner : {&translated, &interpreted}) {
      runner->rewind();
      ASSERT_EQ(runner->hart->run(budget), Stop::Fuel);
    }
    expectSame(*translated.hart, *interpreted.hart);
    ASSERT_GE(translated.hart->pc(), Runner::base); // no trap
  }
}

TEST_F(FollowedCalls, TrapInTheFunctionAfterAnyNumberOfLoads) {
  Machine translated(allExtensions, jit);
  Machine interpreted(allExtensions, interpreter);
  std::vector<uint32_t> words = {
      0x00050493, // mv s1, a0
      0x00058993, // mv s3, a1
  };
  words.insert(words.end(), loopWithCalls.begin(), loopWithCalls.end());
  for (Machine *machine : {&translated, &interpreted})
    machine->code(scratch, words);
  for (uint64_t loads = 1; loads < 200 && !HasFatalFailure(); ++loads) {
    for (Machine *machine : {&translated, &interpreted}) {
      ASSERT_TRUE(
          machine->runUser(scratch, loads, dataBase + dataSize - loads * 8));
      EXPECT_EQ(machine->cause(), Cause::LoadFault);
      EXPECT_EQ(machine->epc(), scratch + 0x38);
      EXPECT_EQ(machine->value(), dataBase + dataSize);
    }
    EXPECT_EQ(translated.userRetired(), interpreted.userRetired());
    expectSame(translated.hart, interpreted.hart);
  }
}

/// The work of translating a loop that calls a function of this length.
uint64_t workFor(size_t length) {
  constexpr uint64_t base = 0x10000;
  constexpr uint32_t addOne = 0x00150513; // addi a0, a0, 1
  std::vector<uint32_t> words = {
      0x00148493, // addi s1, s1, 1
      0x008000ef, // jal ra, +8
      0xff9ff06f, // j -8
  };
  words.insert(words.end(), length, addOne);
  words.push_back(returnToRa);
  words.resize(words.size() + words.size() % 2);
  const Permissions all{true, true, true};
  AddressSpace space(jit);
  space.add({base, words.size() * 4,
             reinterpret_cast<std::byte *>(words.data()), nullptr, all, all});
  Clock clock;
  Hart hart(space, Isa{}, 0, clock);
  hart.reset(base);
  EXPECT_EQ(hart.run(1000 * (length + 4)), Stop::Fuel);
  return space.state().budget.spent();
}

/// Iterations of a power of two of instructions: turns end where the loop begins, so that
/// the interpreter runs no part of it more often than the others.
TEST_F(FollowedCalls, ShortFunctionsNeedNoFragmentOfTheirOwn) {
  EXPECT_EQ(workFor(124) - workFor(28), 96U);
  EXPECT_GT(workFor(252) - workFor(124), 128U);
}

} // namespace
} // namespace test
