// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Traps are exact: cause, place, value and the number of instructions retired before.
#include "test/unit/emulator-cpu/code-words.h"

namespace test {
namespace {

TEST(Trap, InTheMiddleOfABlockIsExact) {
  Machine machine;
  const uint64_t entry = machine.symbol("trap_middle");
  ASSERT_TRUE(machine.runUser(entry, unmapped, 10));
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  EXPECT_EQ(machine.value(), unmapped);
  EXPECT_EQ(machine.epc(), entry + 4);
  EXPECT_EQ(machine.userRetired(), 2U);
  EXPECT_EQ(machine.hart.x(11), 11U) << "the instruction after the trap ran";
}

TEST(Trap, OfTheSecondOfAPairIsExact) {
  Machine machine;
  machine.code(scratch, {0x00b50533, // add a0, a0, a1
                         0x00053503, // ld a0, 0(a0)
                         ecallBits});
  ASSERT_TRUE(machine.runUser(scratch, unmapped, 8));
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  EXPECT_EQ(machine.epc(), scratch + 4);
  EXPECT_EQ(machine.value(), unmapped + 8);
  EXPECT_EQ(machine.a0(), unmapped + 8);
  EXPECT_EQ(machine.userRetired(), 1U);
}

TEST(Trap, EcallAndEbreakDoNotRetire) {
  Machine machine;
  machine.code(scratch, {ecallBits});
  ASSERT_TRUE(machine.runUser(scratch));
  EXPECT_EQ(machine.cause(), Cause::EcallFromUser);
  EXPECT_EQ(machine.value(), 0U);
  EXPECT_EQ(machine.epc(), scratch);
  EXPECT_EQ(machine.userRetired(), 0U);
  for (const uint32_t bits : {0x00100073U, 0x00009002U}) { // ebreak, c.ebreak
    machine.code(scratch, {bits});
    ASSERT_TRUE(machine.runUser(scratch));
    EXPECT_EQ(machine.cause(), Cause::Breakpoint);
    EXPECT_EQ(machine.value(), scratch);
    EXPECT_EQ(machine.epc(), scratch);
  }
}

TEST(Trap, SavesPrivilegeAndInterruptEnable) {
  Machine machine;
  ASSERT_TRUE(machine.runUser(machine.symbol("t_add")));
  EXPECT_EQ(machine.hart.csr(MStatus) >> 11 & 3, 0U) << "MPP";
  EXPECT_EQ(machine.hart.privilege(), Privilege::Machine);
  ASSERT_TRUE(machine.runMachine(machine.symbol("machine_ecall")));
  EXPECT_EQ(machine.cause(), Cause::EcallFromMachine);
  EXPECT_EQ(machine.hart.csr(MStatus) >> 11 & 3, 3U) << "MPP";
}

TEST(Illegal, ReservedEncodings) {
  Machine machine;
  for (const uint32_t bits : {
           0x00000000U | 0x7fU,       // longer than 32 bits
           0x00003067U,               // jalr, funct3 3
           0x00002063U,               // branch, funct3 2
           0x00007003U,               // load, funct3 7
           0x00004023U,               // store, funct3 4
           0x02051513U | 0x80000000U, // slli with a bad upper part
           0x0205151bU,               // slliw by 32
           0x1015262fU,               // lr.w with rs2
           0x0000002fU,               // atomic of a byte
           0x0000200fU,               // cbo
           0x00004073U,               // system, funct3 4
           0x10200073U,               // sret
           0x00000007U,               // float load
           0x00000053U,               // float add
           0x06000033U,               // funct7 3
       })
    expectIllegal(machine, bits);
}

TEST(Illegal, ReservedCompressedEncodings) {
  Machine machine;
  for (const uint32_t bits : {
           0x0000U, // all zeros
           0x0008U, // c.addi4spn of 0
           0x2000U, // c.fld
           0x8000U, // reserved
           0xa000U, // c.fsd
           0x2001U, // c.addiw x0
           0x6081U, // c.lui of 0
           0x6101U, // c.addi16sp of 0
           0x9c41U, // reserved register operation
           0x4002U, // c.lwsp x0
           0x6002U, // c.ldsp x0
           0x8002U, // c.jr x0
           0x2002U, // c.fldsp
           0xa002U, // c.fsdsp
       }) {
    machine.code(scratch, {bits | 0x00010000U});
    ASSERT_TRUE(machine.runUser(scratch)) << std::hex << bits;
    EXPECT_EQ(machine.cause(), Cause::IllegalInstruction) << std::hex << bits;
    EXPECT_EQ(machine.value(), bits);
  }
}

TEST(Illegal, InstructionsOfAbsentExtensions) {
  const char *const zba[] = {"t_add.uw", "t_sh1add", "t_sh3add.uw",
                             "t_slli.uw"};
  const char *const zbb[] = {"t_andn", "t_max",    "t_rol",  "t_rorw",
                             "t_clz",  "t_sext.b", "t_rev8", "t_zext.h",
                             "t_rori", "t_orc.b",  "t_cpopw"};
  const char *const zbs[] = {"t_bclr", "t_bext", "t_binvi", "t_bseti"};
  const auto check = [](const Isa &isa, const auto &names, bool present) {
    Machine machine(isa);
    for (const char *name : names) {
      const uint64_t entry = machine.symbol(name);
      ASSERT_TRUE(machine.runUser(entry));
      EXPECT_EQ(machine.cause(),
                present ? Cause::EcallFromUser : Cause::IllegalInstruction)
          << name;
      if (!present)
        EXPECT_EQ(machine.value(), machine.read<uint32_t>(entry));
    }
  };
  for (int i = 0; i < 8; ++i) {
    const Isa isa{(i & 1) != 0, (i & 2) != 0, (i & 4) != 0, false};
    check(isa, zba, isa.zba);
    check(isa, zbb, isa.zbb);
    check(isa, zbs, isa.zbs);
  }
}

TEST(Fence, AndPauseRetireOnEveryHart) {
  for (const bool pause : {false, true}) {
    Machine machine(Isa{false, false, false, pause});
    for (const char *name : {"fences", "pauses"}) {
      ASSERT_TRUE(machine.runUser(machine.symbol(name)));
      EXPECT_EQ(machine.cause(), Cause::EcallFromUser) << name;
      EXPECT_EQ(machine.userRetired(), 1U);
    }
  }
}

TEST(Fetch, FaultsOutsideOfExecutableMemory) {
  Machine machine;
  for (const uint64_t target : {dataBase, unmapped, uint64_t(0), privateBase,
                                firmwareBase, deviceBase, ~uint64_t(1)}) {
    ASSERT_TRUE(machine.runUser(machine.symbol("c_jr"), 0, target));
    EXPECT_EQ(machine.cause(), Cause::FetchFault) << std::hex << target;
    EXPECT_EQ(machine.epc(), target);
    EXPECT_EQ(machine.value(), target);
    EXPECT_EQ(machine.userRetired(), 1U) << "the jump retires";
  }
}

TEST(Fetch, FaultsAcrossTheEndOfARegion) {
  Machine machine;
  const uint64_t end = textBase + textSize;
  machine.write<uint16_t>(end - 4, 0x0001); // c.nop
  machine.write<uint16_t>(end - 2, 0x0533); // first half of an add
  ASSERT_TRUE(machine.runUser(end - 4));
  EXPECT_EQ(machine.cause(), Cause::FetchFault);
  EXPECT_EQ(machine.epc(), end - 2);
  EXPECT_EQ(machine.value(), end);
  EXPECT_EQ(machine.userRetired(), 1U);
  machine.write<uint16_t>(end - 2, 0x0001);
  machine.space.codeChanged(end - 2, 2);
  ASSERT_TRUE(machine.runUser(end - 4));
  EXPECT_EQ(machine.epc(), end);
  EXPECT_EQ(machine.userRetired(), 2U);
}

TEST(Fetch, CrossesPagesWithinARegion) {
  Machine machine;
  const uint64_t start = textBase + 0x2ffe;
  machine.write<uint16_t>(start, 0x0513); // li a0, 291
  machine.write<uint16_t>(start + 2, 0x1230);
  machine.code(start + 4 + 2, {ecallBits});
  machine.write<uint16_t>(start + 4, 0x0001);
  machine.space.codeChanged(start, 16);
  ASSERT_TRUE(machine.runUser(start));
  EXPECT_EQ(machine.a0(), 0x123U);
}

} // namespace
} // namespace test
