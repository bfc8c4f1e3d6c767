// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose accesses are tested in groups give the same values and counts in both engines if the
// tests fail: in each iteration, two base registers point into the window or out of it. The groups of
// both overlap, and branches over one instruction are among them, some of which change a base.
#include "test/conformance/Inputs/encode.h"
#include "test/unit/emulator-cpu/code-runner.h"

#include <random>
#include <vector>

namespace test {
namespace {

using conformance::immediateForm;
using conformance::jumpOffset;
using conformance::registerForm;
using conformance::storeForm;
using dpa::cpu::Engine;
using dpa::cpu::EngineOptions;

constexpr uint64_t nearBase = 0x10000; ///< of the window, with the code
constexpr uint64_t nearData = 0x800;   ///< offset
constexpr uint64_t farBase = 0x40000;

// x5 counts iterations; x8: address of near data; x7: from there to far data
constexpr unsigned firstPointer = 9;
constexpr unsigned secondPointer = 18;
constexpr uint32_t pointersOfIteration[] = {
    0x00128293, // addi x5, x5, 1
    0x0012f313, // andi x6, x5, 1
    0x02730333, // mul x6, x6, x7
    0x006404b3, // add x9, x8, x6
    0x0022f313, // andi x6, x5, 2
    0x00135313, // srli x6, x6, 1
    0x02730333, // mul x6, x6, x7
    0x00640933, // add x18, x8, x6
};

/// An endless loop with random accesses, of x10 to x17.
std::vector<uint32_t> loopWith(unsigned accesses, std::mt19937_64 &random) {
  const auto below = [&](unsigned limit) {
    return static_cast<unsigned>(random() % limit);
  };
  constexpr uint32_t addToRegister = 0x00000033;
  constexpr uint32_t bltu = 0x00006063;
  constexpr uint32_t load = 0x00000003;
  constexpr uint32_t store = 0x00000023;
  std::vector<uint32_t> words(std::begin(pointersOfIteration),
                              std::end(pointersOfIteration));
  for (unsigned i = 0; i < accesses; ++i) {
    const unsigned base = below(2) != 0 ? firstPointer : secondPointer;
    const unsigned value = 10 + below(8);
    const unsigned width = below(4);
    const int offset = static_cast<int>(below(16 >> width) << width);
    if (below(2) != 0)
      words.push_back(immediateForm(load | width << 12, value, base, offset));
    else
      words.push_back(storeForm(store | width << 12, base, value, offset));
    if (below(2) == 0)
      continue;
    if (below(2) == 0)
      words.push_back(storeForm(bltu, 10 + below(8), value, 0) |
                      conformance::branchOffset(8));
    if (below(6) == 0)
      words.push_back(registerForm(addToRegister, base, firstPointer, 0));
    else
      words.push_back(registerForm(addToRegister, 10 + below(8), value, value));
  }
  words.push_back(conformance::jal |
                  jumpOffset(-4 * static_cast<int64_t>(words.size())));
  return words;
}

class Runner {
public:
  Runner(Engine engine, const std::vector<uint32_t> &code)
      : space_(EngineOptions{.engine = engine, .warmUp = 10}) {
    std::memcpy(near_.data(), code.data(), code.size() * sizeof code[0]);
    const dpa::cpu::Permissions all{true, true, true};
    space_.add({nearBase, sizeof near_,
                reinterpret_cast<std::byte *>(near_.data()), nullptr, all,
                all});
    space_.add({farBase, sizeof far_,
                reinterpret_cast<std::byte *>(far_.data()), nullptr, all, all});
    hart = std::make_unique<Hart>(space_, Isa{}, 0, clock_);
    hart->reset(nearBase);
    hart->setX(8, nearBase + nearData);
    hart->setX(7, farBase - nearBase - nearData);
    for (unsigned r = 10; r < 18; ++r)
      hart->setX(r, r * 0x0123456789abcdef);
  }
  bool hasSameMemory(const Runner &other) const {
    return near_ == other.near_ && far_ == other.far_;
  }

private:
  std::array<uint64_t, 0x200> near_{};
  std::array<uint64_t, 0x20> far_{};
  dpa::cpu::AddressSpace space_;
  Clock clock_;

public:
  std::unique_ptr<Hart> hart;
};

using AccessTails = JitTest;

TEST_F(AccessTails, AgreeWithTheInterpreterWhereverATurnEnds) {
  std::mt19937_64 random(29);
  for (unsigned i = 0; i < 80 && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(i);
    const std::vector<uint32_t> code = loopWith(4 + i % 20 * 4, random);
    Runner translated(Engine::Jit, code);
    Runner interpreted(Engine::Interpreter, code);
    expectSameTurns(*translated.hart, *interpreted.hart, 100);
    EXPECT_TRUE(translated.hasSameMemory(interpreted));
    ASSERT_GE(translated.hart->pc(), nearBase); // no trap
  }
}

} // namespace
} // namespace test
