// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instruction words that tests put into memory themselves, and the check that
// one is illegal in user mode.
#ifndef TEST_EMULATOR_CPU_CODE_WORDS_H
#define TEST_EMULATOR_CPU_CODE_WORDS_H

#include "test/unit/emulator-cpu/machine.h"

#include <gtest/gtest.h>

namespace test {

constexpr uint64_t Scratch = TextBase + 0x3000; ///< for code of a test
constexpr uint32_t EcallBits = 0x00000073;
constexpr uint32_t WfiBits = 0x10500073;
constexpr uint32_t MretBits = 0x30200073;

inline uint32_t csrrw(unsigned csr, unsigned rd, unsigned rs1) {
  return csr << 20 | rs1 << 15 | 1 << 12 | rd << 7 | 0x73;
}
inline uint32_t csrrs(unsigned csr, unsigned rd, unsigned rs1) {
  return csr << 20 | rs1 << 15 | 2 << 12 | rd << 7 | 0x73;
}

inline void expectIllegal(Machine &machine, uint32_t bits) {
  machine.code(Scratch, {bits, EcallBits});
  ASSERT_TRUE(machine.runUser(Scratch)) << std::hex << bits;
  EXPECT_EQ(machine.cause(), Cause::IllegalInstruction) << std::hex << bits;
  EXPECT_EQ(machine.value(), bits);
  EXPECT_EQ(machine.epc(), Scratch);
  EXPECT_EQ(machine.userRetired(), 0U);
}

} // namespace test

#endif
