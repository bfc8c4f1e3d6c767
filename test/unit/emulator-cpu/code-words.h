// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instruction words that tests put into memory themselves, and the check that
// one is illegal in user mode.
#ifndef TEST_EMULATOR_CPU_CODE_WORDS_H
#define TEST_EMULATOR_CPU_CODE_WORDS_H

#include "test/unit/emulator-cpu/machine.h"

#include <gtest/gtest.h>

namespace test {

constexpr uint64_t scratch = textBase + 0x3000; ///< for code of a test
constexpr uint32_t ecallBits = 0x00000073;
constexpr uint32_t wfiBits = 0x10500073;
constexpr uint32_t mretBits = 0x30200073;

inline uint32_t csrrw(unsigned csr, unsigned rd, unsigned rs1) {
  return csr << 20 | rs1 << 15 | 1 << 12 | rd << 7 | 0x73;
}
inline uint32_t csrrs(unsigned csr, unsigned rd, unsigned rs1) {
  return csr << 20 | rs1 << 15 | 2 << 12 | rd << 7 | 0x73;
}

inline void expectIllegal(Machine &machine, uint32_t bits) {
  machine.code(scratch, {bits, ecallBits});
  ASSERT_TRUE(machine.runUser(scratch)) << std::hex << bits;
  EXPECT_EQ(machine.cause(), Cause::IllegalInstruction) << std::hex << bits;
  EXPECT_EQ(machine.value(), bits);
  EXPECT_EQ(machine.epc(), scratch);
  EXPECT_EQ(machine.userRetired(), 0U);
}

} // namespace test

#endif
