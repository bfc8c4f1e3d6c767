// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores and atomics: values, widths, alignment, rights of both
// privileges in every kind of region, devices, and edges of regions.
#include "test/unit/emulator-cpu/machine.h"

#include <gtest/gtest.h>
#include <thread>

namespace test {
namespace {

constexpr uint64_t cell = dataBase + 0x100;
constexpr uint64_t pattern = 0x8182838485868788;

struct Access {
  const char *name;
  unsigned bytes;
};
const Access loads[] = {{"t_lb", 1},  {"t_lh", 2},  {"t_lw", 4}, {"t_ld", 8},
                        {"t_lbu", 1}, {"t_lhu", 2}, {"t_lwu", 4}};
const Access stores[] = {{"t_sb", 1}, {"t_sh", 2}, {"t_sw", 4}, {"t_sd", 8}};
const Access atomics[] = {{"t_amoswap.w", 4}, {"t_amoswap.d", 8},
                          {"t_amoadd.w", 4},  {"t_amoadd.d", 8},
                          {"t_amomaxu.d", 8}, {"t_sc.w", 4},
                          {"t_sc.d", 8}};
const Access reserving[] = {{"t_lr.w", 4}, {"t_lr.d", 8}};

TEST(Load, ExtendsAsItsNameSays) {
  Machine machine;
  machine.write(cell, pattern);
  const std::pair<const char *, uint64_t> cases[] = {
      {"t_lb", 0xffffffffffffff88},
      {"t_lbu", 0x88},
      {"t_lh", 0xffffffffffff8788},
      {"t_lhu", 0x8788},
      {"t_lw", 0xffffffff85868788},
      {"t_lwu", 0x85868788},
      {"t_ld", pattern}};
  for (const auto &[name, expected] : cases) {
    ASSERT_TRUE(machine.runUser(machine.symbol(name), cell));
    EXPECT_EQ(machine.a0(), expected) << name;
  }
}

TEST(Store, WritesOnlyItsBytes) {
  Machine machine;
  const std::pair<const char *, uint64_t> cases[] = {
      {"t_sb", 0x1111111111111188},
      {"t_sh", 0x1111111111118788},
      {"t_sw", 0x1111111185868788},
      {"t_sd", pattern}};
  for (const auto &[name, expected] : cases) {
    machine.write<uint64_t>(cell, 0x1111111111111111);
    ASSERT_TRUE(machine.runUser(machine.symbol(name), cell, pattern));
    EXPECT_EQ(machine.read<uint64_t>(cell), expected) << name;
  }
}

TEST(Compressed, LoadsAndStoresReachTheirOffsets) {
  Machine machine;
  machine.write<uint32_t>(cell + 124, 0x80000001);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_lw"), cell));
  EXPECT_EQ(machine.a0(), 0xffffffff80000001);
  machine.write<uint64_t>(cell + 248, pattern);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_ld"), cell));
  EXPECT_EQ(machine.a0(), pattern);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_sw"), cell, 0x12345678));
  EXPECT_EQ(machine.read<uint32_t>(cell + 68), 0x12345678U);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_sd"), cell, pattern));
  EXPECT_EQ(machine.read<uint64_t>(cell + 136), pattern);
  machine.write<uint32_t>(stackTop + 252, 77);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_lwsp")));
  EXPECT_EQ(machine.a0(), 77U);
  machine.write<uint64_t>(stackTop + 504, 78);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_ldsp")));
  EXPECT_EQ(machine.a0(), 78U);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_swsp"), 0, 79));
  EXPECT_EQ(machine.read<uint32_t>(stackTop + 180), 79U);
  ASSERT_TRUE(machine.runUser(machine.symbol("c_sdsp"), 0, 80));
  EXPECT_EQ(machine.read<uint64_t>(stackTop + 360), 80U);
}

TEST(Amo, ReturnsTheOldAndStoresTheNew) {
  struct Case {
    const char *name;
    uint64_t old;
    uint64_t operand;
    uint64_t stored;
  };
  const uint64_t minusOne = ~uint64_t(0);
  const Case cases[] = {
      {"t_amoswap.d", 1, 2, 2},
      {"t_amoadd.d", minusOne, 3, 2},
      {"t_amoxor.d", 6, 3, 5},
      {"t_amoand.d", 6, 3, 2},
      {"t_amoor.d", 6, 3, 7},
      {"t_amomin.d", minusOne, 1, minusOne},
      {"t_amomax.d", minusOne, 1, 1},
      {"t_amominu.d", minusOne, 1, 1},
      {"t_amomaxu.d", 1, minusOne, minusOne},
  };
  Machine machine;
  for (const Case &c : cases) {
    machine.write(cell, c.old);
    ASSERT_TRUE(machine.runUser(machine.symbol(c.name), cell, c.operand));
    EXPECT_EQ(machine.a0(), c.old) << c.name;
    EXPECT_EQ(machine.read<uint64_t>(cell), c.stored) << c.name;
  }
}

TEST(Amo, WordsAreSignExtendedAndLeaveTheirNeighbour) {
  struct Case {
    const char *name;
    uint32_t old;
    uint32_t operand;
    uint32_t stored;
  };
  const Case cases[] = {
      {"t_amoswap.w", 0x80000000, 2, 2},
      {"t_amoadd.w", 0xffffffff, 2, 1},
      {"t_amoxor.w", 6, 3, 5},
      {"t_amoand.w", 6, 3, 2},
      {"t_amoor.w", 6, 3, 7},
      {"t_amomin.w", 0x80000000, 1, 0x80000000},
      {"t_amomax.w", 0x80000000, 1, 1},
      {"t_amominu.w", 0x80000000, 1, 1},
      {"t_amomaxu.w", 1, 0x80000000, 0x80000000},
  };
  Machine machine;
  for (const Case &c : cases) {
    machine.write<uint64_t>(cell, 0x5555555500000000 | c.old);
    ASSERT_TRUE(machine.runUser(machine.symbol(c.name), cell,
                                0xaaaaaaaa00000000 | c.operand));
    EXPECT_EQ(machine.a0(), uint64_t(int64_t(int32_t(c.old)))) << c.name;
    EXPECT_EQ(machine.read<uint64_t>(cell), 0x5555555500000000 | c.stored)
        << c.name;
  }
}

/// lr.w a2,(a0); [sw a3,(a0)]; sc.w a4,a1,(a0); sc.w a5,a1,(a0); ecall
TEST(Reservation, StoreConditionalSucceedsOnceAfterLoadReserved) {
  Machine machine;
  const uint64_t entry = textBase + 0x3000;
  machine.code(entry, {0x1005262f, 0x18b5272f, 0x18b527af, 0x00000073});
  machine.write<uint32_t>(cell, 0x80000005);
  ASSERT_TRUE(machine.runUser(entry, cell, 9));
  EXPECT_EQ(machine.hart.x(12), 0xffffffff80000005);
  EXPECT_EQ(machine.hart.x(14), 0U);
  EXPECT_EQ(machine.hart.x(15), 1U);
  EXPECT_EQ(machine.read<uint32_t>(cell), 9U);
}

TEST(Reservation, StoreConditionalFailsAfterAChange) {
  Machine machine;
  const uint64_t entry = textBase + 0x3000;
  machine.code(
      entry, {0x1005262f, 0x00a52023 /* sw a0,(a0) */, 0x18b5272f, 0x00000073});
  ASSERT_TRUE(machine.runUser(entry, cell, 9));
  EXPECT_EQ(machine.hart.x(14), 1U);
  EXPECT_EQ(machine.read<uint32_t>(cell), uint32_t(cell));
}

TEST(Reservation, StoreConditionalFailsWithoutOneOrOfAnotherWidthOrPlace) {
  Machine machine;
  ASSERT_TRUE(machine.runUser(machine.symbol("t_sc.w"), cell, 9));
  EXPECT_EQ(machine.a0(), 1U);
  const uint64_t entry = textBase + 0x3000;
  machine.code(entry, {0x1005262f, 0x18b5372f /* sc.d */, 0x00000073});
  ASSERT_TRUE(machine.runUser(entry, cell, 9));
  EXPECT_EQ(machine.hart.x(14), 1U);
  machine.code(entry, {0x1005262f, 0x00850513 /* addi a0,a0,8 */, 0x18b5272f,
                       0x00000073});
  ASSERT_TRUE(machine.runUser(entry, cell, 9));
  EXPECT_EQ(machine.hart.x(14), 1U);
}

TEST(Alignment, EveryMisalignedAccessTraps) {
  Machine machine;
  const auto check = [&](const Access &access, Cause cause) {
    for (uint64_t base : {cell, privateBase, unmapped, deviceBase, textBase})
      for (uint64_t off = 1; off < access.bytes; ++off) {
        ASSERT_TRUE(machine.runUser(machine.symbol(access.name), base + off));
        EXPECT_EQ(machine.cause(), cause) << access.name << " " << off;
        EXPECT_EQ(machine.value(), base + off);
        EXPECT_EQ(machine.epc(), machine.symbol(access.name));
        EXPECT_EQ(machine.userRetired(), 0U);
        EXPECT_EQ(machine.a0(), base + off) << "the result was written";
      }
  };
  for (const Access &access : loads)
    check(access, Cause::LoadMisaligned);
  for (const Access &access : reserving)
    check(access, Cause::LoadMisaligned);
  for (const Access &access : stores)
    check(access, Cause::StoreMisaligned);
  for (const Access &access : atomics)
    check(access, Cause::StoreMisaligned);
}

/// The rights of one privilege to a region.
struct Rights {
  const char *name;
  uint64_t base;
  bool userReads, userWrites, machineReads, machineWrites;
  bool atomics;
};
const Rights matrix[] = {
    {"text", textBase + 0x3f00, true, false, true, true, true},
    {"firmware", firmwareBase + 0x1f00, false, false, true, true, true},
    {"data", cell, true, true, true, true, true},
    {"private", privateBase + 0x100, false, false, true, true, true},
    {"write-only", writeOnlyBase, false, true, false, true, true},
    {"odd size", oddBase + 0x100, true, true, true, true, true},
    {"device", deviceBase, true, true, true, true, false},
    {"unmapped", unmapped, false, false, false, false, false},
    {"null", 0, false, false, false, false, false},
    {"top", ~uint64_t(7), false, false, false, false, false},
};

class PermissionMatrix : public testing::TestWithParam<Rights> {
protected:
  /// Runs one access in both privileges, twice each (the second time the fast
  /// tables are filled).
  void expect(const Access &access, bool user, bool machine, Cause fault) {
    const uint64_t entry = theMachine_.symbol(access.name);
    const uint64_t address = GetParam().base;
    for (int round = 0; round < 2; ++round) {
      ASSERT_TRUE(theMachine_.runUser(entry, address, 5));
      EXPECT_EQ(theMachine_.cause(), user ? Cause::EcallFromUser : fault)
          << access.name << " in user mode";
      EXPECT_EQ(theMachine_.value(), user ? 0 : address);
      ASSERT_TRUE(theMachine_.runMachine(entry, address, 5));
      EXPECT_EQ(theMachine_.cause(), machine ? Cause::EcallFromMachine : fault)
          << access.name << " in machine mode";
      EXPECT_EQ(theMachine_.value(), machine ? 0 : address);
    }
  }

  Machine theMachine_;
};

TEST_P(PermissionMatrix, IsTheSameForEveryAccess) {
  const Rights &r = GetParam();
  for (const Access &access : loads)
    expect(access, r.userReads, r.machineReads, Cause::LoadFault);
  for (const Access &access : reserving)
    expect(access, r.userReads && r.atomics, r.machineReads && r.atomics,
           Cause::LoadFault);
  for (const Access &access : stores)
    expect(access, r.userWrites, r.machineWrites, Cause::StoreFault);
  for (const Access &access : atomics) {
    const bool conditional = std::string(access.name).starts_with("t_sc");
    const bool user = r.userWrites && (conditional || r.userReads);
    const bool machine = r.machineWrites && (conditional || r.machineReads);
    expect(access, user && r.atomics, machine && r.atomics, Cause::StoreFault);
  }
}
INSTANTIATE_TEST_SUITE_P(Regions, PermissionMatrix, testing::ValuesIn(matrix));

TEST(RegionEdge, LastCellsWorkAndNoneBeyond) {
  Machine machine;
  const uint64_t end = oddBase + oddSize; // 6 bytes after the last whole cell
  ASSERT_TRUE(machine.runUser(machine.symbol("t_lw"), end - 6));
  EXPECT_EQ(machine.cause(), Cause::EcallFromUser);
  ASSERT_TRUE(machine.runUser(machine.symbol("t_ld"), end - 6));
  EXPECT_EQ(machine.cause(), Cause::LoadFault)
      << "a cell across the end of the region";
  EXPECT_EQ(machine.value(), end - 6);
  ASSERT_TRUE(machine.runUser(machine.symbol("t_sd"), end - 6));
  EXPECT_EQ(machine.cause(), Cause::StoreFault);
  ASSERT_TRUE(machine.runUser(machine.symbol("t_lb"), end));
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  ASSERT_TRUE(machine.runUser(machine.symbol("t_ld"), dataBase + dataSize - 8));
  EXPECT_EQ(machine.cause(), Cause::EcallFromUser);
  ASSERT_TRUE(machine.runUser(machine.symbol("t_ld"), dataBase + dataSize));
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  ASSERT_TRUE(machine.runUser(machine.symbol("t_ld"), dataBase - 8));
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
}

TEST(Device, SeesOneAccessOfItsWidth) {
  Machine machine;
  machine.device.loadValue = pattern;
  const std::pair<const char *, uint64_t> loads[] = {
      {"t_lb", 0xffffffffffffff88},
      {"t_lhu", 0x8788},
      {"t_lw", 0xffffffff85868788},
      {"t_ld", pattern}};
  unsigned bytes = 1;
  for (const auto &[name, expected] : loads) {
    ASSERT_TRUE(machine.runUser(machine.symbol(name), deviceBase + 0x40));
    EXPECT_EQ(machine.a0(), expected);
    EXPECT_EQ(machine.device.lastOffset, 0x40U);
    EXPECT_EQ(machine.device.lastBytes, bytes);
    bytes *= 2;
  }
  ASSERT_TRUE(machine.runUser(machine.symbol("t_sh"), deviceBase + 6, pattern));
  EXPECT_EQ(machine.device.stored, 0x8788U);
  EXPECT_EQ(machine.device.lastOffset, 6U);
  EXPECT_EQ(machine.device.lastBytes, 2U);
}

TEST(Device, RejectionIsAnAccessFault) {
  Machine machine;
  machine.device.accepts = false;
  ASSERT_TRUE(machine.runUser(machine.symbol("t_ld"), deviceBase + 8));
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  EXPECT_EQ(machine.value(), deviceBase + 8);
  ASSERT_TRUE(machine.runUser(machine.symbol("t_sd"), deviceBase + 16));
  EXPECT_EQ(machine.cause(), Cause::StoreFault);
  EXPECT_EQ(machine.value(), deviceBase + 16);
}

TEST(AddressSpace, RejectsBadRegions) {
  using dpa::cpu::Region;
  dpa::cpu::AddressSpace space;
  alignas(8) std::byte host[64];
  Device device;
  EXPECT_TRUE(space.add({0x1000, 64, host, nullptr, {}, {}}));
  EXPECT_FALSE(space.add({0x103f, 64, host, nullptr, {}, {}})) << "overlap";
  EXPECT_FALSE(space.add({0xfff, 2, host, nullptr, {}, {}})) << "overlap";
  EXPECT_FALSE(space.add({0x2000, 0, host, nullptr, {}, {}})) << "empty";
  EXPECT_FALSE(space.add({0x2000, 64, nullptr, nullptr, {}, {}}));
  EXPECT_FALSE(space.add({0x2000, 64, host, &device, {}, {}}));
  EXPECT_FALSE(space.add({0x2001, 8, host, nullptr, {}, {}})) << "alignment";
  EXPECT_FALSE(space.add({~uint64_t(0) - 7, 64, host, nullptr, {}, {}}));
  EXPECT_TRUE(space.add({0x1040, 64, nullptr, &device, {}, {}}));
}

TEST(Harts, KeepAllAtomicUpdates) {
  Memory memory;
  Clock clock;
  constexpr uint64_t rounds = 20000;
  const auto count = [&](uint64_t id) {
    Hart hart(memory.space, allExtensions, id, clock);
    hart.reset(memory.symbol("firmware"));
    hart.setX(5, memory.symbol("increments"));
    hart.setX(10, cell);
    hart.setX(11, rounds);
    return hart.run(rounds * 1000) == Stop::Wfi;
  };
  bool otherEnded = false;
  std::thread other([&] { otherEnded = count(1); });
  const bool ended = count(0);
  other.join();
  EXPECT_TRUE(ended && otherEnded);
  EXPECT_EQ(memory.read<uint32_t>(cell), 2 * rounds);
  EXPECT_EQ(memory.read<uint64_t>(cell + 8), 2 * rounds);
}

} // namespace
} // namespace test
