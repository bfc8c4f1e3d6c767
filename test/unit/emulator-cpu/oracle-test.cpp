// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Our hart and qemu-riscv64 run the same program over every instruction and must compute the same
// hash.
#include "test/unit/emulator-cpu/machine.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

namespace test {
namespace {

/// The hash that QEMU prints; 0 if it is not installed.
uint64_t hashOfQemu() {
  FILE *output = popen("qemu-riscv64 " TEST_TORTURE " 2>/dev/null", "r");
  if (output == nullptr)
    return 0;
  char line[32] = {};
  const bool hasLine = std::fgets(line, sizeof line, output) != nullptr;
  pclose(output);
  return hasLine ? std::strtoull(line, nullptr, 16) : 0;
}

TEST(Oracle, AgreesWithQemuOnEveryInstruction) {
  const uint64_t expected = hashOfQemu();
  if (expected == 0)
    GTEST_SKIP() << "qemu-riscv64 is not installed";
  Machine machine;
  machine.load(TEST_TORTURE);
  const uint64_t fuel = 100000000;
  const uint64_t entry = machine.symbol("torture_entry");
  ASSERT_TRUE(machine.runUser(entry, 0, 0, fuel));
  EXPECT_EQ(machine.cause(), Cause::EcallFromUser);
  EXPECT_EQ(machine.a0(), expected);
  // With turns of odd sizes, blocks begin and end at every instruction.
  const uint64_t retired = machine.hart.retired();
  machine.load(TEST_TORTURE);
  machine.hart.reset(machine.symbol("firmware"));
  machine.hart.setX(2, stackTop);
  machine.hart.setX(5, entry);
  Stop stop = Stop::Fuel;
  for (uint64_t turn = 1; stop == Stop::Fuel; turn = turn % 97 + 1)
    stop = machine.hart.run(turn);
  EXPECT_EQ(stop, Stop::Wfi);
  EXPECT_EQ(machine.a0(), expected);
  EXPECT_EQ(machine.hart.retired(), retired);
}

} // namespace
} // namespace test
