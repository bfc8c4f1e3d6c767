// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Harts on several host threads share the code of one address space while it is translated, fills
// its memory, and is changed: results and counts of every hart are still right. Meant for
// ThreadSanitizer as much as for the results.
#include "test/unit/emulator-cpu/code-words.h"

#include <thread>

namespace test {
namespace {

using dpa::cpu::AddressSpace;
using dpa::cpu::EngineOptions;
using dpa::cpu::Permissions;

constexpr uint64_t codeBase = 0x10000;
constexpr size_t functions = 512;
constexpr uint32_t addOne = 0x00150513;     // addi a0, a0, 1
constexpr uint32_t countDown = 0xfff58593;  // addi a1, a1, -1
constexpr uint32_t loopBack = 0xfe059ce3;   // bnez a1, -8
constexpr uint32_t returnToRa = 0x00008067; // ret
constexpr uint64_t rounds = 60;
constexpr unsigned harts = 4;

/// The parameter: whether a thread of the address space translates.
class SharedCode : public testing::TestWithParam<bool> {
protected:
  explicit SharedCode() : code_(4 * functions) {
    for (size_t i = 0; i < functions; ++i) {
      const uint32_t function[] = {addOne, countDown, loopBack, returnToRa};
      std::copy(std::begin(function), std::end(function), &code_[4 * i]);
    }
  }

  void map(AddressSpace &space) {
    const Permissions all{true, true, true};
    space.add({codeBase, code_.size() * 4,
               reinterpret_cast<std::byte *>(code_.data()), nullptr, all, all});
  }

  /// Calls each function, each hart beginning with another one; true if all counts are right.
  static bool runAll(AddressSpace &space, unsigned number) {
    Clock clock;
    Hart hart(space, Isa{}, number, clock);
    hart.reset(codeBase);
    bool right = true;
    for (size_t i = 0; i < functions; ++i) {
      const uint64_t at =
          codeBase + 16 * ((i + size_t(100) * number) % functions);
      hart.setPc(at);
      hart.setX(1, at + 12);
      hart.setX(10, 0);
      hart.setX(11, rounds);
      right &= hart.run(3 * rounds) == Stop::Fuel && hart.x(10) == rounds &&
               hart.pc() == at + 12;
    }
    return right && hart.retired() == functions * 3 * rounds;
  }

  std::vector<uint32_t> code_;
};

TEST_P(SharedCode, IsRightInEveryHartWhileItIsDiscardedRepeatedly) {
  EngineOptions options = testedEngine();
  options.codeBytes = 16384;
  options.decodedBytes = 65536;
  options.warmUp = 2;
  options.translatesInBackground = GetParam();
  AddressSpace space(options);
  map(space);
  std::array<bool, harts> right{};
  std::atomic<unsigned> running{harts};
  std::vector<std::thread> threads;
  threads.reserve(harts);
  for (unsigned i = 0; i < harts; ++i)
    threads.emplace_back([&, i] {
      right[i] = runAll(space, i) && runAll(space, i);
      --running;
    });
  uint64_t changes = 0;
  while (running != 0) // like a host that writes code
    space.codeChanged(codeBase + 16 * (changes++ % functions), 16);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(std::count(right.begin(), right.end(), true), harts);
}

TEST_P(SharedCode, IsRightInEveryHartWhileOneChangesItsOwn) {
  const uint32_t changer[] = {0x00c6a023, // sw a2, 0(a3), the fourth from here
                              0x00e64633, // xor a2, a2, a4
                              0x0000100f, // fence.i
                              addOne,     // or AddTwo
                              countDown,  0xfe0596e3}; // bnez a1, -20
  constexpr uint32_t addTwo = 0x00250513;
  constexpr uint64_t changes = 400;
  const uint64_t at = codeBase + 4 * code_.size();
  code_.insert(code_.end(), std::begin(changer), std::end(changer));
  EngineOptions options = testedEngine();
  options.warmUp = 2;
  options.translatesInBackground = GetParam();
  AddressSpace space(options);
  map(space);
  std::array<bool, harts> right{};
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < harts; ++i)
    threads.emplace_back(
        [&, i] { right[i] = runAll(space, i) && runAll(space, i); });
  Clock clock;
  Hart hart(space, Isa{}, 0, clock);
  hart.reset(at);
  hart.setX(11, changes);
  hart.setX(12, addOne);
  hart.setX(13, at + 12);
  hart.setX(14, addOne ^ addTwo);
  EXPECT_EQ(hart.run(changes * std::size(changer)), Stop::Fuel);
  EXPECT_EQ(hart.x(10), changes + changes / 2);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(std::count(right.begin(), right.end(), true), harts - 1);
}

INSTANTIATE_TEST_SUITE_P(Threads, SharedCode, testing::Bool());

} // namespace
} // namespace test
