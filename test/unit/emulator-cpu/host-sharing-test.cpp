// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that a hart and a thread of the host use at the same time: atomics of each lose no update
// of the other, and neither sees half of the other's aligned doubleword. Ends by counts, never by
// time.
#include "test/conformance/Inputs/encode.h"
#include "test/unit/emulator-cpu/code-words.h"

#include <atomic>
#include <thread>

namespace test {
namespace {

using conformance::addi;
using conformance::branchOffset;
using conformance::immediateForm;
using conformance::registerForm;
using conformance::sd;
using conformance::storeForm;

constexpr uint64_t cell = dataBase + 0x100;
constexpr uint64_t ones = ~uint64_t(0);
constexpr uint64_t rounds = 100000;
constexpr uint64_t noEnd = uint64_t(1) << 40; ///< instructions
constexpr uint32_t add = 0x00000033;
constexpr uint32_t bne = 0x00001063;
constexpr uint32_t ld = 0x00003003;
constexpr uint32_t sltiu = 0x00003013;
/// Registers of the loops.
enum : unsigned { Pointer = 10, Left = 11, Value = 12, Check = 13, Whole = 14 };

template <class T> std::atomic_ref<T> hostViewOf(Memory &memory, uint64_t at) {
  return std::atomic_ref<T>(*reinterpret_cast<T *>(memory.at(at)));
}

/// A hart runs `body` x11 times, while this thread runs `besides`. Returns the hart's x14.
template <class Function>
uint64_t runBeside(Machine &machine, std::vector<uint32_t> body,
                   Function besides) {
  body.push_back(immediateForm(addi, Left, Left, -1));
  body.push_back(storeForm(bne, Left, 0, 0) |
                 branchOffset(-4 * static_cast<int>(body.size())));
  body.push_back(wfiBits);
  machine.code(scratch, body);
  machine.hart.reset(scratch);
  machine.hart.setX(Pointer, cell);
  machine.hart.setX(Left, rounds);
  machine.hart.setX(Value, ones);
  std::atomic<bool> ended = false;
  Stop stop = Stop::Fuel;
  std::thread guest([&] {
    stop = machine.hart.run(noEnd);
    ended = true;
  });
  do
    besides();
  while (!ended);
  guest.join();
  EXPECT_EQ(stop, Stop::Wfi);
  return machine.hart.x(Whole);
}

TEST(SharedWithTheHost, DoublewordStoredByAHartIsNeverSeenInPart) {
  Machine machine;
  uint64_t torn = 0;
  runBeside(machine,
            {storeForm(sd, Pointer, Value, 0), storeForm(sd, Pointer, 0, 0)},
            [&] {
              const uint64_t value = hostViewOf<uint64_t>(machine, cell).load();
              torn += value != 0 && value != ones ? 1 : 0;
            });
  EXPECT_EQ(torn, 0U);
}

TEST(SharedWithTheHost, DoublewordStoredByTheHostIsNeverSeenInPart) {
  Machine machine;
  const uint64_t whole =
      runBeside(machine,
                {immediateForm(ld, Check, Pointer, 0),
                 immediateForm(addi, Check, Check,
                               1), // 0 or 1 if the doubleword is whole
                 immediateForm(sltiu, Check, Check, 2),
                 registerForm(add, Whole, Whole, Check)},
                [&] {
                  const auto view = hostViewOf<uint64_t>(machine, cell);
                  view.store(ones);
                  view.store(0);
                });
  EXPECT_EQ(whole, rounds);
}

TEST(SharedWithTheHost, AtomicsLoseNoUpdateOfTheOther) {
  constexpr uint64_t increments = 20000;
  Machine machine;
  std::atomic<bool> ended = false;
  std::thread guest([&] { // the word by an amo, the doubleword by lr and sc
    EXPECT_TRUE(
        machine.runUser(machine.symbol("increments"), cell, increments, noEnd));
    ended = true;
  });
  const auto word = hostViewOf<uint32_t>(machine, cell);
  const auto doubleword = hostViewOf<uint64_t>(machine, cell + 8);
  uint64_t own = 0;
  do {
    word.fetch_add(1);
    doubleword.fetch_add(1);
    ++own;
  } while (!ended);
  guest.join();
  EXPECT_EQ(word.load(), uint32_t(increments + own));
  EXPECT_EQ(doubleword.load(), increments + own);
}

} // namespace
} // namespace test
