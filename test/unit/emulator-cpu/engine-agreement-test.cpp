// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random programs in both engines: after each of many small budgets the
// registers, pc, counters, trap registers and, at the end, memory must be equal.
// Seeds are fixed. Code and data lie in one host mapping as in a device process,
// so that the translator's fast paths are used.
#include "test/unit/emulator-cpu/code-words.h"

#include <cstring>
#include <random>

namespace test {
namespace {

using dpa::cpu::AddressSpace;
using dpa::cpu::Engine;
using dpa::cpu::EngineOptions;
using dpa::cpu::Permissions;

constexpr uint64_t codeAt = 0x40000000;
constexpr uint64_t codeBytes = 0x10000;
constexpr uint64_t dataAt = codeAt + codeBytes;
constexpr uint64_t dataBytes = 0x10000;
constexpr uint64_t pointer = dataAt + 0x4000; ///< in x8; x9 is 8 KiB on
constexpr uint64_t programAt = codeAt + 0x1000;
constexpr uint64_t handlerAt = codeAt + 0x800;
constexpr uint32_t counter = 20; ///< register of the outer loop
constexpr int loops = 20;

enum class Form {
  Register,
  Immediate,
  Shift,
  ShiftWord,
  Unary,
  Load,
  Store,
  Branch,
  Atomic
};

struct Row {
  uint32_t match;
  Form form;
};

constexpr Row rows[] = {
#define REGISTER(name, match, extension, value) {match, Form::Register},
#define IMMEDIATE(name, match, extension, value) {match, Form::Immediate},
#define SHIFT(name, match, extension, value) {match, Form::Shift},
#define SHIFTW(name, match, extension, value) {match, Form::ShiftWord},
#define UNARY(name, match, extension, value) {match, Form::Unary},
#define LOAD(name, match, type) {match, Form::Load},
#define STORE(name, match, type) {match, Form::Store},
#define BRANCH(name, match, condition) {match, Form::Branch},
#define AMO(name, match, type, operation) {match, Form::Atomic},
#define LOAD_RESERVED(name, match, type) {match, Form::Atomic},
#define STORE_CONDITIONAL(name, match, type) {match, Form::Atomic},
#include "emulator/cpu/instructions.def"
};

class Generator {
public:
  /// Every third program has hardly any branches, so that its blocks are long and
  /// have more live values than the host has registers.
  explicit Generator(uint32_t seed)
      : isStraight_(seed % 3 == 0), random_(seed) {}

  uint32_t below(uint32_t limit) {
    return static_cast<uint32_t>(random_() % limit);
  }
  uint64_t word() {
    const uint64_t bits = uint64_t(random_()) << 32 | random_();
    return below(3) == 0 ? bits : below(2) == 0 ? bits >> 58 : ~(bits >> 60);
  }

  std::vector<uint32_t> program() {
    std::vector<uint32_t> words;
    const uint32_t size = 20 + below(isStraight_ ? 600 : 200);
    while (words.size() < size) {
      const uint32_t left = size - static_cast<uint32_t>(words.size());
      if (left > indexedLoad && below(12) == 0)
        addIndexedLoad(words);
      else
        words.push_back(instruction(left));
    }
    words.push_back(0xfffa0a13); // addi x20, x20, -1
    words.push_back(0x000a0663); // beqz x20, 12
    const auto back =
        static_cast<uint32_t>(-4 * static_cast<int>(words.size()));
    words.push_back(0x6f | (back & 0x100000) << 11 | (back & 0x7fe) << 20 |
                    (back & 0x800) << 9 | (back & 0xff000));
    words.push_back(0x00000013);
    words.push_back(ecallBits);
    return words;
  }

private:
  uint32_t target() {
    static constexpr uint8_t registers[] = {1,  5,  6,  7,  10, 11, 12, 13,
                                            14, 15, 16, 17, 28, 29, 30, 31};
    const uint32_t choice = below(800);
    return choice == 0 ? 2 : choice < 40 ? 0 : registers[choice % 16];
  }
  uint32_t source() { return below(12) == 0 ? 8 + below(2) : target(); }

  uint32_t offset(unsigned bytes) {
    const uint32_t any = below(4096);
    return below(100) == 0 ? any : any & ~(bytes - 1);
  }

  static constexpr uint32_t indexedLoad = 4; ///< instructions

  /// andi index, source, limit; slli t, index, n; add t, t, base; load t: a pattern that the
  /// translator fuses. Rarely without the limit, so that the load traps.
  void addIndexedLoad(std::vector<uint32_t> &words) {
    constexpr uint32_t loads[] = {0x0003, 0x1003, 0x2003, 0x3003,
                                  0x4003, 0x5003, 0x6003};
    const uint32_t index = target();
    const uint32_t t = target();
    const uint32_t base = 8 + below(2);
    const uint32_t load = loads[below(std::size(loads))];
    const bool isSwapped = below(2) == 0;
    words.push_back(0x7013 | index << 7 | source() << 15 |
                    (below(200) == 0 ? 0xfff : 0x3ff) << 20);        // andi
    words.push_back(0x1013 | t << 7 | index << 15 | below(5) << 20); // slli
    words.push_back(0x33 | t << 7 | (isSwapped ? base : t) << 15 |
                    (isSwapped ? t : base) << 20); // add
    words.push_back(load | t << 7 | t << 15 |
                    offset(1U << (load >> 12 & 3)) << 20);
  }

  uint32_t branchTo(uint32_t match, uint32_t left) {
    const uint32_t by = 4 * (1 + below(std::min(left, 12U)));
    return match | source() << 15 | source() << 20 | (by & 0x1e) << 7 |
           (by & 0x7e0) << 20;
  }

  uint32_t instruction(uint32_t left) {
    if (below(25) == 0) // lui, auipc
      return (below(2) == 0 ? 0x37U : 0x17U) | target() << 7 |
             static_cast<uint32_t>(random_()) << 12;
    if (below(40) == 0) // fence
      return 0x0f | below(256) << 20;
    const Row &row = rows[below(std::size(rows))];
    const uint32_t size = 1U << (row.match >> 12 & 3);
    const uint32_t base = (8 + below(2)) << 15;
    switch (row.form) {
    case Form::Register:
      return row.match | target() << 7 | source() << 15 | source() << 20;
    case Form::Immediate:
      return row.match | target() << 7 | source() << 15 | below(4096) << 20;
    case Form::Shift:
      return row.match | target() << 7 | source() << 15 | below(64) << 20;
    case Form::ShiftWord:
      return row.match | target() << 7 | source() << 15 | below(32) << 20;
    case Form::Unary:
      return row.match | target() << 7 | source() << 15;
    case Form::Load:
      return row.match | target() << 7 | base | offset(size) << 20;
    case Form::Store: {
      const uint32_t by = offset(size);
      return row.match | base | source() << 20 | (by & 31) << 7 | by >> 5 << 25;
    }
    case Form::Branch:
      if (isStraight_ && below(8) != 0)
        return instruction(left);
      return branchTo(row.match, left);
    default:
      return row.match | target() << 7 | base |
             ((row.match >> 27 & 31) == 2 ? 0 : source() << 20);
    }
  }

  const bool isStraight_;
  std::mt19937 random_;
};

/// One hart and its memory, in one engine.
class Side {
public:
  Side(Engine engine, const std::vector<uint32_t> &program)
      : memory_((codeBytes + dataBytes) / 8),
        space({.engine = engine, .warmUp = 1}) {
    auto *host = reinterpret_cast<std::byte *>(memory_.data());
    const Permissions code{true, false, true};
    const Permissions data{true, true, false};
    space.add({codeAt, codeBytes, host, nullptr, code, code});
    space.add({dataAt, dataBytes, host + codeBytes, nullptr, data, data});
    const uint32_t start[] = {csrrw(MTvec, 0, 5), csrrw(MEpc, 0, 6),
                              csrrw(StackLimit, 0, 7), mretBits};
    std::memcpy(host, start, sizeof start);
    std::memcpy(host + (handlerAt - codeAt), &wfiBits, 4);
    std::memcpy(host + (programAt - codeAt), program.data(),
                program.size() * 4);
    hart = std::make_unique<Hart>(space, allExtensions, 0, clock);
    hart->reset(codeAt);
    hart->setX(5, handlerAt);
    hart->setX(6, programAt);
    hart->setX(7, 0x100);
    EXPECT_EQ(hart->run(4), Stop::Fuel);
  }

  std::vector<uint64_t> state() const {
    std::vector<uint64_t> all{hart->pc(), hart->retired()};
    for (const unsigned csr : {MEpc, MCause, MTval})
      all.push_back(hart->csr(csr));
    for (unsigned r = 0; r < 32; ++r)
      all.push_back(hart->x(r));
    return all;
  }
  const std::vector<uint64_t> &memory() const { return memory_; }

private:
  std::vector<uint64_t> memory_;

public:
  AddressSpace space;
  Clock clock;
  std::unique_ptr<Hart> hart;
};

/// Compares both engines in many runs that end anywhere in blocks with the interpreter in one run.
void agree(uint32_t seed) {
  Generator generator(seed);
  const std::vector<uint32_t> program = generator.program();
  Side interpreter(Engine::Interpreter, program);
  Side jit(Engine::Jit, program);
  Side whole(Engine::Interpreter, program);
  for (unsigned r = 1; r < 32; ++r) {
    const uint64_t value = r == 8         ? pointer
                           : r == 9       ? pointer + 0x2000
                           : r == counter ? loops
                                          : generator.word();
    interpreter.hart->setX(r, value);
    jit.hart->setX(r, value);
    whole.hart->setX(r, value);
  }
  Stop stop = Stop::Fuel;
  constexpr std::array<uint32_t, 3> budgets = {30, 300, 3000};
  while (stop == Stop::Fuel) {
    const uint64_t budget =
        1 + generator.below(budgets[generator.below(budgets.size())]);
    stop = interpreter.hart->run(budget);
    ASSERT_EQ(jit.hart->run(budget), stop) << "seed " << seed;
    ASSERT_EQ(jit.state(), interpreter.state()) << "seed " << seed;
  }
  ASSERT_EQ(stop, Stop::Wfi) << "seed " << seed;
  ASSERT_TRUE(jit.memory() == interpreter.memory()) << "seed " << seed;
  ASSERT_EQ(whole.hart->run(UINT64_MAX), stop) << "seed " << seed;
  ASSERT_EQ(whole.state(), interpreter.state()) << "seed " << seed;
  ASSERT_TRUE(whole.memory() == interpreter.memory()) << "seed " << seed;
}

TEST(EngineAgreement, RandomProgramsEndEqual) {
  std::string why;
  if (!dpa::cpu::jitIsAvailable(why))
    GTEST_SKIP() << why;
  const char *text = std::getenv("TEST_PROGRAMS");
  const uint32_t programs = text == nullptr ? 500 : std::stoul(text);
  for (uint32_t seed = 1; seed <= programs && !HasFatalFailure(); ++seed)
    agree(seed);
}

} // namespace
} // namespace test
