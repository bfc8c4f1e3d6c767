// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop with an indirect call leaves its fragments often, so a trace makes one
// fragment of both. It stops, counts and traps as in the interpreter.
#include "test/unit/emulator-cpu/code-runner.h"

#include <array>
#include <cstring>

namespace test {
namespace {

using dpa::cpu::Engine;

constexpr std::array<uint32_t, 8> loopWithIndirectCall = {
    0x00148493, // 00: addi s1, s1, 1
    0x0074f513, // 04: andi a0, s1, 7
    0x000a00e7, // 08: jalr ra, 0(s4)
    0x00a90933, // 0c: add s2, s2, a0
    0xff1ff06f, // 10: j 0
    0x00151513, // 14: slli a0, a0, 1
    0x0009b583, // 18: ld a1, 0(s3)
    0x00008067, // 1c: ret
};
/// The same loop with system instructions, which end the slices that are recorded.
constexpr std::array<uint32_t, 8> loopWithSystemInstruction = {
    0x00148493, // 00: addi s1, s1, 1
    0x34002573, // 04: csrr a0, mscratch
    0x000a00e7, // 08: jalr ra, 0(s4)
    0x00a90933, // 0c: add s2, s2, a0
    0xff1ff06f, // 10: j 0
    0x34049073, // 14: csrw mscratch, s1
    0x0009b583, // 18: ld a1, 0(s3)
    0x00008067, // 1c: ret
};
/// Instead of the call: a loop that leaves no fragment.
constexpr uint32_t loopEnd = 0xff9ff06f; // 08: j 0

class TracedRunner : public CodeRunner {
public:
  explicit TracedRunner(
      Engine engine, bool calls = true,
      const std::array<uint32_t, 8> &code = loopWithIndirectCall)
      : CodeRunner({.engine = engine,
                    .warmUp = 10,
                    .trace = {.after = 5000, .length = 500},
                    .translationCost =
                        [this](const dpa::cpu::TranslationCost &cost) {
                          fragments += cost.instructions != 0;
                        }},
                   code) {
    if (!calls)
      std::memcpy(reinterpret_cast<std::byte *>(memory_.data()) + 8, &loopEnd,
                  sizeof loopEnd);
    hart->setX(19, base + data);
    hart->setX(20, base + 0x14);
  }

  int fragments = 0;
};

using TracedFragments = JitTest;

TEST_F(TracedFragments, StopAtAnyInstructionOfTurns) {
  for (const uint64_t turn : {1U, 7U, 97U, 1013U}) {
    TracedRunner a(Engine::Interpreter);
    TracedRunner b(Engine::Jit);
    while (a.hart->retired() < 12000) {
      a.hart->run(turn);
      b.hart->run(turn);
      ASSERT_NO_FATAL_FAILURE(expectSame(*a.hart, *b.hart)) << turn;
    }
  }
}

TEST_F(TracedFragments, AgreeAroundSystemInstructions) {
  for (const uint64_t turn : {1U, 7U, 97U, 1013U}) {
    TracedRunner a(Engine::Interpreter, true, loopWithSystemInstruction);
    TracedRunner b(Engine::Jit, true, loopWithSystemInstruction);
    while (a.hart->retired() < 12000) {
      a.hart->run(turn);
      b.hart->run(turn);
      ASSERT_NO_FATAL_FAILURE(expectSame(*a.hart, *b.hart)) << turn;
    }
  }
}

TEST_F(TracedFragments, ReplaceThoseThatAreLeftOften) {
  TracedRunner runner(Engine::Jit);
  runner.hart->run(4900);
  const int before = runner.fragments;
  EXPECT_GT(before, 0);
  for (int i = 0; i < 5; ++i) // a trace begins with a slice
    runner.hart->run(1000);
  EXPECT_EQ(runner.fragments, before + 1);
  runner.hart->run(1000000); // nothing is to gain any more
  EXPECT_EQ(runner.fragments, before + 1);
}

TEST_F(TracedFragments, AreNotMadeOfALoopThatIsNotLeft) {
  TracedRunner runner(Engine::Jit, false);
  runner.hart->run(4900);
  const int before = runner.fragments;
  EXPECT_GT(before, 0);
  runner.hart->run(1000000);
  EXPECT_EQ(runner.fragments, before);
}

TEST_F(TracedFragments, TrapInsideACallAtTheExactInstruction) {
  TracedRunner a(Engine::Interpreter);
  TracedRunner b(Engine::Jit);
  for (TracedRunner *each : {&a, &b}) {
    for (int i = 0; i < 20; ++i)
      each->hart->run(1000);
    each->hart->setX(19, 0x900000); // no memory
    each->hart->run(10);
  }
  expectSame(*a.hart, *b.hart);
  EXPECT_EQ(b.hart->csr(0x341), TracedRunner::base + 0x18); // mepc
  EXPECT_EQ(a.hart->csr(0x341), b.hart->csr(0x341));
}

} // namespace
} // namespace test
