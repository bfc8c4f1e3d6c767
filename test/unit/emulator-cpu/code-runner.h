// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests that compare translated code with the interpreter: a hart in memory of its
// own, a comparison of two harts, and a fixture that skips hosts without a JIT.
#ifndef DPA_TEST_UNIT_EMULATOR_CPU_CODE_RUNNER_H
#define DPA_TEST_UNIT_EMULATOR_CPU_CODE_RUNNER_H

#include "emulator/cpu/space-state.h"
#include "test/unit/emulator-cpu/code-words.h"

#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <string>

namespace test {

/// The code is at `base`; all of the memory can be read, written and executed.
class CodeRunner {
public:
  CodeRunner(const dpa::cpu::EngineOptions &engine,
             std::span<const uint32_t> code)
      : space_(engine) {
    std::memcpy(memory_.data(), code.data(), code.size_bytes());
    const dpa::cpu::Permissions all{true, true, true};
    space_.add({base, sizeof memory_,
                reinterpret_cast<std::byte *>(memory_.data()), nullptr, all,
                all});
    hart = std::make_unique<Hart>(space_, Isa{}, 0, clock_);
    hart->reset(base);
  }

  static constexpr uint64_t base = 0x10000;
  static constexpr uint64_t data = 0x400; ///< offset in the memory

protected:
  std::array<uint64_t, 0x200> memory_{};

private:
  dpa::cpu::AddressSpace space_;
  Clock clock_;

public:
  std::unique_ptr<Hart> hart;
};

inline void expectSame(const Hart &a, const Hart &b) {
  ASSERT_EQ(a.retired(), b.retired());
  ASSERT_EQ(a.pc(), b.pc());
  for (unsigned r = 1; r < 32; ++r)
    ASSERT_EQ(a.x(r), b.x(r)) << "x" << r;
}

/// Runs two harts with the same budgets, first long ones, then such that turns end anywhere, and compares
/// them after each turn.
inline void expectSameTurns(Hart &a, Hart &b, uint64_t turns) {
  constexpr uint64_t longTurns = 20;
  for (uint64_t turn = 0; turn < turns; ++turn) {
    const uint64_t budget = turn < longTurns ? 500 : turn * 37 % 397 + 1;
    ASSERT_EQ(a.run(budget), Stop::Fuel);
    ASSERT_EQ(b.run(budget), Stop::Fuel);
    ASSERT_NO_FATAL_FAILURE(expectSame(a, b));
  }
}

class JitTest : public testing::Test {
protected:
  void SetUp() override {
    std::string why;
    if (!dpa::cpu::jitIsAvailable(why))
      GTEST_SKIP() << why;
  }
};

} // namespace test

#endif
