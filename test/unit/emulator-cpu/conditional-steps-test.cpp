// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of random code with many branches over one instruction give the same values and counts
// in both engines, wherever a turn ends: with values in host registers and in cells, with words
// and doublewords, and with all comparisons.
#include "test/conformance/Inputs/encode.h"
#include "test/unit/emulator-cpu/code-runner.h"

#include <random>
#include <vector>

namespace test {
namespace {

using conformance::branchOffset;
using conformance::immediateForm;
using conformance::jumpOffset;
using conformance::registerForm;

const dpa::cpu::EngineOptions jit = {.engine = dpa::cpu::Engine::Jit,
                                     .warmUp = 10};
const dpa::cpu::EngineOptions interpreter = {.engine =
                                                 dpa::cpu::Engine::Interpreter};

constexpr unsigned pointer = 9; ///< x9 always has the address of data

/// Random code of registers x10 to x(10 + `registers` - 1) and x0.
class CodeMaker {
public:
  CodeMaker(uint64_t seed, unsigned registers)
      : random_(seed), registers_(registers) {}

  /// An endless loop.
  std::vector<uint32_t> loop(unsigned pieces) {
    for (unsigned i = 0; i < pieces; ++i)
      addPiece();
    const auto back = -4 * static_cast<int64_t>(words_.size());
    words_.push_back(conformance::jal | jumpOffset(back));
    return std::move(words_);
  }

private:
  unsigned below(unsigned limit) {
    return static_cast<unsigned>(random_() % limit);
  }
  unsigned target() { return 10 + below(registers_); }
  unsigned source() { return below(8) == 0 ? 0 : target(); }

  void addPiece() {
    if (below(3) != 0)
      addBranch();
    if (below(4) == 0)
      return addAccess();
    addInstruction();
  }
  void addBranch() {
    constexpr uint32_t beq = 0x00000063;
    constexpr unsigned functions[] = {0, 1, 4, 5, 6, 7};
    const uint32_t match = beq | functions[below(6)] << 12;
    words_.push_back(conformance::storeForm(match, source(), source(), 0) |
                     branchOffset(8));
  }
  void addInstruction() {
    constexpr uint32_t byRegisters[] = {
        0x00000033, // add
        0x40000033, // sub
        0x0000003b, // addw
        0x4000003b, // subw
        0x00004033, // xor
        0x00006033, // or
        0x00007033, // and
        0x02000033, // mul, which stays behind its branch
    };
    constexpr uint32_t byImmediate[] = {
        0x00000013, // addi
        0x0000001b, // addiw
    };
    switch (below(4)) {
    case 0:
      return words_.push_back(
          registerForm(conformance::addi, target(), source(), 0)); // mv
    case 1:
      return words_.push_back(
          immediateForm(byImmediate[below(2)], target(), source(),
                        static_cast<int>(below(4096)) - 2048));
    case 2:
      return words_.push_back(conformance::lui | target() << 7 |
                              below(1U << 20) << 12);
    default:
      return words_.push_back(
          registerForm(byRegisters[below(8)], target(), source(), source()));
    }
  }
  /// So that values do not become constant.
  void addAccess() {
    constexpr uint32_t ld = 0x00003003;
    constexpr uint32_t lw = 0x00002003;
    const int offset = 8 * static_cast<int>(below(32));
    if (below(2) != 0)
      return words_.push_back(
          immediateForm(below(2) != 0 ? ld : lw, target(), pointer, offset));
    words_.push_back(
        conformance::storeForm(conformance::sd, pointer, target(), offset));
  }

  std::mt19937_64 random_;
  const unsigned registers_;
  std::vector<uint32_t> words_;
};

class Runner : public CodeRunner {
public:
  Runner(const dpa::cpu::EngineOptions &engine,
         const std::vector<uint32_t> &code, uint64_t seed)
      : CodeRunner(engine, code) {
    std::mt19937_64 random(seed);
    for (uint64_t i = data / 8; i < memory_.size(); ++i)
      memory_[i] = random() >> random() % 64;
    hart->setX(pointer, base + data);
  }
};

using ConditionalSteps = JitTest;

TEST_F(ConditionalSteps, AgreeWithTheInterpreterWhereverATurnEnds) {
  for (uint64_t seed = 0; seed < 150 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const auto registers = static_cast<unsigned>(4 + seed % 5 * 4); // 4 to 20
    const std::vector<uint32_t> code =
        CodeMaker(seed, registers).loop(10 + seed % 7 * 15);
    Runner translated(jit, code, seed);
    Runner interpreted(interpreter, code, seed);
    expectSameTurns(*translated.hart, *interpreted.hart, 120);
    ASSERT_GE(translated.hart->pc(), Runner::base); // no trap
  }
}

/// The branch at 10 leads over 14 to 18. That at 0c leads into the middle of the instruction at 14: from 16
/// on, the same bytes are other instructions, up to 1c. There the fragment is entered, too.
constexpr std::array<uint32_t, 16> overlappingCode = {
    0x00148493, // 00: addi s1, s1, 1
    0x0014f613, // 04: andi a2, s1, 1
    0x0024f693, // 08: andi a3, s1, 2
    0x00061563, // 0c: bne a2, x0, 16
    0x00068463, // 10: beq a3, x0, 18
    0x059307b7, // 14: lui a5, 0x5930; from 16 on addi a1, x30, 14
    0x020000ef, // 18: jal ra, 38; from 1a on c.addi4spn s0, sp, 256
    0x00b90933, // 1c: add s2, s2, a1
    0x00f94933, // 20: xor s2, s2, a5
    0x00890933, // 24: add s2, s2, s0
    0x00548f13, // 28: addi x30, s1, 5
    0xfd5ff06f, // 2c: j 00
    0x00000013, 0x00000013,
    0x00c787b3, // 38: add a5, a5, a2
    0x00008067, // 3c: ret
};

TEST_F(ConditionalSteps, AgreeWhereInstructionsOverlap) {
  const std::vector<uint32_t> code(overlappingCode.begin(),
                                   overlappingCode.end());
  Runner translated(jit, code, 1);
  Runner interpreted(interpreter, code, 1);
  expectSameTurns(*translated.hart, *interpreted.hart, 500);
  ASSERT_GE(translated.hart->pc(), Runner::base); // no trap
}

} // namespace
} // namespace test
