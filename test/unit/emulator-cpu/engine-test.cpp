// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of the JIT only: it runs, stays in its memory, makes no page both writable and
// executable, and survives a fork.
#include "emulator/cpu/jit/translator.h"
#include "emulator/cpu/space-state.h"
#include "test/unit/emulator-cpu/code-words.h"

#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace test {
namespace {

using dpa::cpu::AddressSpace;
using dpa::cpu::Arena;
using dpa::cpu::CodeRegion;
using dpa::cpu::CodeView;
using dpa::cpu::Engine;
using dpa::cpu::EngineOptions;
using dpa::cpu::Permissions;

constexpr uint64_t codeBase = 0x10000;
constexpr uint32_t addOne = 0x00150513;          // addi a0, a0, 1
constexpr uint32_t back = 0xffdff06f;            // j -4
constexpr uint32_t backTo0From1500 = 0x891fe06f; // j -6000
constexpr uint32_t returnToRa = 0x00008067;      // ret

/// Memory for guest code, and a hart on it, with a chosen engine.
class Fixture {
public:
  explicit Fixture(const EngineOptions &options, size_t words = 1024,
                   uint64_t base = codeBase)
      : space(options), code_(words + words % 2) {
    const Permissions all{true, true, true};
    space.add({base, code_.size() * 4,
               reinterpret_cast<std::byte *>(code_.data()), nullptr, all, all});
    hart = std::make_unique<Hart>(space, Isa{}, 0, clock);
    hart->reset(base);
  }
  uint64_t generation() { return space.state().codeGeneration(); }
  void put(size_t word, uint32_t bits) { code_[word] = bits; }

  AddressSpace space;

private:
  std::vector<uint32_t> code_;

public:
  Clock clock;
  std::unique_ptr<Hart> hart;
};

bool isJitHere() {
  std::string why;
  return dpa::cpu::jitIsAvailable(why);
}

/// Mappings of this process that are writable and executable.
std::string writableCode() {
  std::ifstream maps("/proc/self/maps");
  std::string found;
  for (std::string line; std::getline(maps, line);)
    if (line.find(" rwx") != std::string::npos)
      found += line + "\n";
  return found;
}

bool hasExecutableCode() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find("dpa-code") != std::string::npos &&
        line.find(" r-x") != std::string::npos)
      return true;
  return false;
}

TEST(Engine, IsTheSelectedOne) {
  EXPECT_EQ(AddressSpace({.engine = Engine::Interpreter}).engine(),
            Engine::Interpreter);
  EXPECT_EQ(AddressSpace({.engine = Engine::Auto}).engine(),
            isJitHere() ? Engine::Jit : Engine::Interpreter);
}

TEST(Engine, TranslatesOnlyHotCode) {
  if (!isJitHere())
    GTEST_SKIP() << "no JIT on this host";
  Fixture cold({.engine = Engine::Jit, .warmUp = 1000});
  cold.put(0, addOne);
  cold.put(1, back);
  EXPECT_EQ(cold.hart->run(1000), Stop::Fuel);
  EXPECT_FALSE(hasExecutableCode());
  EXPECT_EQ(cold.hart->run(100000), Stop::Fuel);
  EXPECT_TRUE(hasExecutableCode());
  EXPECT_EQ(cold.hart->x(10), 50500U);
  EXPECT_EQ(cold.hart->retired(), 101000U);
}

TEST(Engine, NeverHasMemoryThatIsBothWritableAndExecutable) {
  if (!isJitHere())
    GTEST_SKIP() << "no JIT on this host";
  Fixture machine({.engine = Engine::Jit, .warmUp = 1});
  machine.put(0, addOne);
  machine.put(1, back);
  machine.hart->run(1000);
  ASSERT_TRUE(hasExecutableCode());
  EXPECT_EQ(writableCode(), "");
}

TEST(Engine, FullCodeMemoryIsDiscardedAndTheProgramContinues) {
  if (!isJitHere())
    GTEST_SKIP() << "no JIT on this host";
  constexpr size_t functions = 4096; // more code than the memory holds
  constexpr size_t bytes = 16384;
  Fixture machine({.engine = Engine::Jit, .codeBytes = bytes, .warmUp = 1},
                  2 * functions + 4);
  for (size_t i = 0; i < functions; ++i) {
    machine.put(2 * i, addOne);
    machine.put(2 * i + 1, returnToRa);
  }
  Hart idle(machine.space, Isa{}, 1, machine.clock);
  idle.reset(codeBase);
  idle.setX(1, codeBase);
  idle.run(1000);
  for (int round = 0; round < 2; ++round)
    for (size_t i = 0; i < functions; ++i) {
      machine.hart->setPc(codeBase + 8 * i);
      machine.hart->setX(1, codeBase + 8 * i);
      ASSERT_EQ(machine.hart->run(200), Stop::Fuel);
    }
  EXPECT_EQ(machine.hart->x(10), functions * 2 * 100);
  std::ifstream maps("/proc/self/maps");
  size_t mappings = 0;
  for (std::string line; std::getline(maps, line);)
    mappings += line.find("dpa-code") != std::string::npos ? 1 : 0;
  EXPECT_LE(mappings, 2U) << "two views of one generation at most";
}

TEST(Engine, CodeThatDoesNotFitIsInterpreted) {
  if (!isJitHere())
    GTEST_SKIP() << "no JIT on this host";
  constexpr size_t length = 1500;
  Fixture machine({.engine = Engine::Jit, .codeBytes = 4096, .warmUp = 1},
                  2048);
  for (size_t i = 0; i < length; ++i)
    machine.put(i, addOne);
  machine.put(length, backTo0From1500);
  machine.put(length + 1, addOne);
  machine.put(length + 2, back);
  EXPECT_EQ(machine.hart->run(1501 * 100), Stop::Fuel);
  EXPECT_EQ(machine.hart->x(10), length * 100);
  EXPECT_EQ(machine.generation(), 0U) << "nothing was forgotten for it";
  machine.hart->setPc(codeBase + 4 * (length + 1));
  EXPECT_EQ(machine.hart->run(1000), Stop::Fuel);
  EXPECT_EQ(machine.hart->x(10), length * 100 + 500);
  EXPECT_EQ(machine.generation(), 0U);
}

TEST(Engine, TranslationsThatDoNotFitLeaveNothingBehind) {
  if (!isJitHere())
    GTEST_SKIP() << "no JIT on this host";
  constexpr size_t loads = 900;
  constexpr uint32_t load = 0x00053583; // ld a1, 0(a0)
  Fixture machine({.engine = Engine::Jit}, 1024);
  for (size_t i = 0; i < loads; ++i)
    machine.put(i, load);
  machine.put(loads, returnToRa);
  machine.put(loads + 1, addOne);
  machine.put(loads + 2, returnToRa);
  dpa::cpu::SpaceState &space = machine.space.state();
  Arena arena(nullptr);
  CodeView view(space, Isa{}, Privilege::Machine, arena);
  const CodeRegion &region = *view.regionOf(codeBase);
  std::string why;
  const auto translator = dpa::cpu::jit::Translator::create(space, 8192, why);
  ASSERT_NE(translator, nullptr) << why;
  std::vector<uint64_t> behind;
  for (int attempt = 0; attempt < 3; ++attempt)
    EXPECT_FALSE(translator->translate(view, region, codeBase, behind));
  EXPECT_EQ(translator->recordBytes(), 0U);
  EXPECT_TRUE(translator->translate(
      view, region, codeBase + uint64_t(4) * (loads + 1), behind));
}

TEST(Engine, TooManyDecodedBlocksAreDiscardedAndTheProgramContinues) {
  constexpr size_t functions = 4096;
  for (const Engine engine : {Engine::Interpreter, Engine::Auto}) {
    Fixture machine({.engine = engine, .decodedBytes = 65536},
                    2 * functions + 4);
    for (size_t i = 0; i < functions; ++i) {
      machine.put(2 * i, addOne);
      machine.put(2 * i + 1, returnToRa);
    }
    for (size_t i = 0; i < functions; ++i) {
      machine.hart->setPc(codeBase + 8 * i);
      machine.hart->setX(1, codeBase + 8 * i);
      ASSERT_EQ(machine.hart->run(200), Stop::Fuel);
    }
    EXPECT_EQ(machine.hart->x(10), functions * 100);
    EXPECT_GT(machine.generation(), 1U);
  }
}

/// One block per page: pages take most of the memory. With a budget of two instructions, blocks are
/// made for one run only, pages are kept.
TEST(Engine, PagesOfSparseCodeAreDiscarded) {
  constexpr size_t pages = 512;
  constexpr size_t pageWords = 1024;
  constexpr size_t limit = size_t(1) << 20;
  constexpr size_t pagesBelowLimit = limit / 20480;
  for (const Engine engine : {Engine::Interpreter, Engine::Auto})
    for (const uint64_t budget : {2U, 200U}) {
      Fixture machine({.engine = engine, .decodedBytes = limit, .warmUp = 2},
                      pages * pageWords);
      for (size_t i = 0; i < pages; ++i) {
        const uint64_t page = codeBase + 4096 * i;
        machine.put(i * pageWords, addOne);
        machine.put(i * pageWords + 1, returnToRa);
        machine.hart->setPc(page);
        machine.hart->setX(1, page);
        ASSERT_EQ(machine.hart->run(budget), Stop::Fuel);
      }
      EXPECT_EQ(machine.hart->x(10), pages * budget / 2);
      EXPECT_GE(machine.generation(), pages / pagesBelowLimit);
    }
}

TEST(Engine, ConstantsWrapAroundAtTheEndOfTheAddressSpace) {
  constexpr uint64_t base = 0x7fffffffffff0000;
  Fixture machine(testedEngine(), 1024, base);
  machine.put(0, 0x7ffff517); // auipc a0, 0x7ffff
  machine.put(1, 0x7ff50513); // addi a0, a0, 2047
  machine.put(2, 0xff9ff06f); // j -8
  EXPECT_EQ(machine.hart->run(300), Stop::Fuel);
  EXPECT_EQ(machine.hart->x(10), base + 0x7ffff000 + 2047);
}

TEST(CodeMemory, CanBeReadBeforeTheFirstFunction) {
  std::string why;
  const auto memory = dpa::cpu::jit::CodeMemory::create(4096, why);
  if (memory == nullptr)
    GTEST_SKIP() << why;
  const auto *first =
      reinterpret_cast<const uint64_t *>(memory->executable(memory->next()));
  EXPECT_EQ(first[-1], 0U) << "sanitizers look there";
}

TEST(CodeMemory, FailsWithAReason) {
  for (const bool isForPerf : {false, true}) {
    std::string why;
    EXPECT_EQ(
        dpa::cpu::jit::CodeMemory::create(size_t(1) << 62, why, isForPerf),
        nullptr);
    EXPECT_NE(why, "");
  }
}

void expectWritesInTheExecutableView(bool isForPerf) {
  std::string why;
  const auto memory = dpa::cpu::jit::CodeMemory::create(4096, why, isForPerf);
  if (memory == nullptr)
    GTEST_SKIP() << why;
  *memory->next() = std::byte(42);
  EXPECT_EQ(*memory->executable(memory->next()), std::byte(42));
}

TEST(CodeMemory, ShowsWhatIsWrittenInTheExecutableView) {
  expectWritesInTheExecutableView(false);
}

/// qemu-user cannot map shared anonymous memory twice.
TEST(CodeMemoryForPerf, ShowsWhatIsWrittenInTheExecutableView) {
  expectWritesInTheExecutableView(true);
}

} // namespace
} // namespace test
