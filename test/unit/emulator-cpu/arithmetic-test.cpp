// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of integer instructions at their edges; expected values are from the
// specification, instruction bits from clang's assembler.
#include "test/unit/emulator-cpu/machine.h"

#include <gtest/gtest.h>

namespace test {
namespace {

constexpr uint64_t minimum = uint64_t(1) << 63;
constexpr uint64_t ones = ~uint64_t(0);

struct Case {
  const char *name;
  uint64_t a;
  uint64_t b;
  uint64_t expected;
};

void PrintTo(const Case &c, std::ostream *out) {
  *out << c.name << std::hex << "(" << c.a << ", " << c.b << ")";
}

class Value : public testing::TestWithParam<Case> {};

TEST_P(Value, IsAsSpecified) {
  Machine machine;
  const Case &c = GetParam();
  const uint64_t entry = machine.symbol(c.name);
  ASSERT_TRUE(machine.runUser(entry, c.a, c.b));
  EXPECT_EQ(machine.cause(), Cause::EcallFromUser);
  EXPECT_EQ(machine.a0(), c.expected);
  EXPECT_EQ(machine.hart.x(11), c.b);
  EXPECT_EQ(machine.userRetired(), 1U);
}

const Case integer[] = {
    {"t_add", ones, 2, 1},
    {"t_add", 0x7fffffff, 1, 0x80000000},
    {"t_sub", 0, 1, ones},
    {"t_sll", 1, 63, minimum},
    {"t_sll", 1, 64, 1},
    {"t_slt", ones, 0, 1},
    {"t_slt", 0, ones, 0},
    {"t_sltu", ones, 0, 0},
    {"t_sltu", 0, ones, 1},
    {"t_xor", 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0},
    {"t_srl", minimum, 63, 1},
    {"t_srl", 5, 64, 5},
    {"t_sra", minimum, 63, ones},
    {"t_sra", minimum, 127, ones},
    {"t_or", 0xf0, 0x0f, 0xff},
    {"t_and", 0xf8, 0x1f, 0x18},
    {"t_addw", 0x7fffffff, 1, 0xffffffff80000000},
    {"t_addw", 0xffffffff00000001, 1, 2},
    {"t_subw", 0, 1, ones},
    {"t_subw", 0x80000000, 1, 0x7fffffff},
    {"t_sllw", 1, 31, 0xffffffff80000000},
    {"t_sllw", 1, 32, 1},
    {"t_srlw", 0xffffffff80000000, 31, 1},
    {"t_srlw", 0x80000000, 32, 0xffffffff80000000},
    {"t_sraw", 0x80000000, 31, ones},
    {"t_sraw", 0x7fffffff80000000, 4, 0xfffffffff8000000},
    {"t_addi", 0, 0, uint64_t(-2048)},
    {"t_slti", uint64_t(-2), 0, 1},
    {"t_slti", ones, 0, 0},
    {"t_sltiu", ones, 0, 0},
    {"t_sltiu", 5, 0, 1},
    {"t_xori", 0x5555, 0, ~uint64_t(0x5555)},
    {"t_ori", 0xaa, 0, 0xff},
    {"t_andi", 0x1234567f, 0, 0x12345670},
    {"t_addiw", 0x7fffffff, 0, 0xffffffff80000000},
    {"t_slli", 3, 0, minimum},
    {"t_srli", ones, 0, 0x7fffffff},
    {"t_srai", minimum, 0, ones},
    {"t_slliw", 3, 0, 0xffffffff80000000},
    {"t_srliw", 0xffffffffffffffff, 0, 0x7fffffff},
    {"t_sraiw", 0x80000000, 0, ones},
    {"t_lui", 0, 0, 0xffffffff80000000},
};
INSTANTIATE_TEST_SUITE_P(Integer, Value, testing::ValuesIn(integer));

const Case multiply[] = {
    {"t_mul", ones, ones, 1},
    {"t_mul", minimum, 2, 0},
    {"t_mulh", ones, ones, 0},
    {"t_mulh", minimum, minimum, uint64_t(1) << 62},
    {"t_mulh", minimum, 1, ones},
    {"t_mulhsu", ones, ones, ones},
    {"t_mulhsu", 1, ones, 0},
    {"t_mulhsu", minimum, 2, ones},
    {"t_mulhu", ones, ones, ones - 1},
    {"t_mulw", 0x80000000, ones, 0xffffffff80000000},
    {"t_mulw", 0x10000, 0x8000, 0xffffffff80000000},
    {"t_div", 7, uint64_t(-2), uint64_t(-3)},
    {"t_div", 7, 0, ones},
    {"t_div", minimum, ones, minimum},
    {"t_divu", 7, 0, ones},
    {"t_divu", ones, 2, ones >> 1},
    {"t_rem", uint64_t(-7), 2, ones},
    {"t_rem", 7, 0, 7},
    {"t_rem", minimum, ones, 0},
    {"t_remu", ones, 0, ones},
    {"t_remu", 10, 4, 2},
    {"t_divw", 0x80000000, ones, 0xffffffff80000000},
    {"t_divw", 5, 0x100000000, ones},
    {"t_divw", 0xfffffff9, 2, uint64_t(-3)},
    {"t_divuw", 0x80000000, 1, 0xffffffff80000000},
    {"t_divuw", 5, 0x100000000, ones},
    {"t_remw", 0x80000000, ones, 0},
    {"t_remw", 0x180000005, 0, 0xffffffff80000005},
    {"t_remw", uint64_t(-7), 2, ones},
    {"t_remuw", 0x80000005, 0, 0xffffffff80000005},
    {"t_remuw", 0xffffffff, 0x10, 0xf},
};
INSTANTIATE_TEST_SUITE_P(Multiply, Value, testing::ValuesIn(multiply));

const Case bits[] = {
    {"t_add.uw", 0xffffffff00000001, 5, 6},
    {"t_sh1add", 3, 100, 106},
    {"t_sh2add", 3, 100, 112},
    {"t_sh3add", 3, 100, 124},
    {"t_sh1add.uw", 0xffffffff80000000, 1, 0x100000001},
    {"t_sh2add.uw", 0xffffffff80000000, 1, 0x200000001},
    {"t_sh3add.uw", 0xffffffff80000000, 1, 0x400000001},
    {"t_slli.uw", 0xffffffff80000001, 0, 0x800000010},
    {"t_andn", 0xff, 0x0f, 0xf0},
    {"t_orn", 0, 0xf, ~uint64_t(0xf)},
    {"t_xnor", 0xf0, 0xff, ~uint64_t(0xf)},
    {"t_min", ones, 1, ones},
    {"t_minu", ones, 1, 1},
    {"t_max", ones, 1, 1},
    {"t_maxu", ones, 1, ones},
    {"t_rol", minimum, 65, 1},
    {"t_ror", 1, 65, minimum},
    {"t_rolw", 0x80000000, 33, 1},
    {"t_rorw", 1, 33, 0xffffffff80000000},
    {"t_bclr", 0xff, 64 + 3, 0xf7},
    {"t_bext", 8, 64 + 3, 1},
    {"t_binv", 8, 3, 0},
    {"t_bset", 0, 63, minimum},
    {"t_clz", 0, 0, 64},
    {"t_clz", 1, 0, 63},
    {"t_ctz", 0, 0, 64},
    {"t_ctz", minimum, 0, 63},
    {"t_cpop", ones, 0, 64},
    {"t_clzw", 0xffffffff00000000, 0, 32},
    {"t_clzw", 0xffffffff00008000, 0, 16},
    {"t_ctzw", 0xffffffff00000000, 0, 32},
    {"t_cpopw", 0xffffffff00000003, 0, 2},
    {"t_sext.b", 0x180, 0, uint64_t(-128)},
    {"t_sext.h", 0x18000, 0, uint64_t(-32768)},
    {"t_zext.h", ones, 0, 0xffff},
    {"t_orc.b", 0x0100200000004080, 0, 0xff00ff000000ffff},
    {"t_rev8", 0x0102030405060708, 0, 0x0807060504030201},
    {"t_rori", 1, 0, 16},
    {"t_roriw", 8, 0, 0xffffffff80000000},
    {"t_bclri", ones, 0, ones >> 1},
    {"t_bexti", minimum, 0, 1},
    {"t_binvi", minimum, 0, 0},
    {"t_bseti", 0, 0, minimum},
};
INSTANTIATE_TEST_SUITE_P(BitManipulation, Value, testing::ValuesIn(bits));

const Case compressed[] = {
    {"c_addi4spn", 0, 0, stackTop + 1020},
    {"c_nop", 9, 0, 9},
    {"c_addi", 0, 0, uint64_t(-32)},
    {"c_addiw", 0x7fffffff, 0, 0xffffffff8000001e},
    {"c_li", 0, 0, uint64_t(-17)},
    {"c_lui", 0, 0, 0xfffffffffffe1000},
    {"c_srli", ones, 0, 0x7fffffff},
    {"c_srai", minimum, 0, 0xffffffffc0000000},
    {"c_andi", 0xff, 0, 0xfe},
    {"c_sub", 5, 7, uint64_t(-2)},
    {"c_xor", 6, 3, 5},
    {"c_or", 6, 3, 7},
    {"c_and", 6, 3, 2},
    {"c_subw", 0x80000000, 1, 0x7fffffff},
    {"c_addw", 0x7fffffff, 1, 0xffffffff80000000},
    {"c_slli", 1, 0, uint64_t(1) << 33},
    {"c_mv", 1, 2, 2},
    {"c_add", 1, 2, 3},
};
INSTANTIATE_TEST_SUITE_P(Compressed, Value, testing::ValuesIn(compressed));

TEST(Integer, AuipcAddsToItsOwnAddress) {
  Machine machine;
  const uint64_t entry = machine.symbol("t_auipc");
  ASSERT_TRUE(machine.runUser(entry));
  EXPECT_EQ(machine.a0(), entry - 0x1000);
}

TEST(Integer, RegisterZeroStaysZero) {
  Machine machine;
  const uint64_t entry = textBase + 0x3000;
  machine.code(entry, {
                          0x00b50033, // add x0, a0, a1
                          0x00053003, // ld x0, 0(a0)
                          0x00000533, // add a0, x0, x0
                          0x00000073, // ecall
                      });
  ASSERT_TRUE(machine.runUser(entry, dataBase, 5));
  EXPECT_EQ(machine.a0(), 0U);
  EXPECT_EQ(machine.userRetired(), 3U);
}

TEST(Integer, ConstantsOfManyInstructionsAreRight) {
  Machine machine;
  const uint64_t entry = textBase + 0x3000;
  machine.code(entry, {
                          0x12345537, // lui a0, 0x12345
                          0x67850513, // addi a0, a0, 0x678
                          0x800005b7, // lui a1, 0x80000
                          0xfff5859b, // addiw a1, a1, -1
                          0x7ff00613, // li a2, 0x7ff
                          0x02061613, // slli a2, a2, 32
                          0x00c65613, // srli a2, a2, 12
                          0x00000073,
                      });
  ASSERT_TRUE(machine.runUser(entry));
  EXPECT_EQ(machine.a0(), 0x12345678U);
  EXPECT_EQ(machine.hart.x(11), 0x7fffffffU);
  EXPECT_EQ(machine.hart.x(12), 0x7ff00000U);
  EXPECT_EQ(machine.userRetired(), 7U);
}

} // namespace
} // namespace test
