// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Misaligned loads and stores where they are allowed: every instruction and offset, in every kind
// of memory, across pages and regions; the faults that remain, and one report for each place.
#include "test/conformance/Inputs/encode.h"
#include "test/conformance/Inputs/specification.h"
#include "test/unit/emulator-cpu/step.h"

#include <cstring>
#include <gtest/gtest.h>

namespace test {
namespace {

using conformance::Form;
using dpa::cpu::MisalignedAccess;

constexpr unsigned pointer = 10; // a0
constexpr unsigned value = 11;   // a1
constexpr uint64_t stored = 0x8796a5b4c3d2e1f0;
/// Two regions that are adjacent in the guest only.
constexpr uint64_t pairBase = 0xe0000;
constexpr uint64_t pairSize = 0x1000;

class AllowingMachine {
public:
  AllowingMachine() : machine(allExtensions, options()) {
    const dpa::cpu::Permissions readWrite{true, true, false};
    uint64_t base = pairBase;
    for (auto *half :
         {&second_, &first_}) { // in another order than in host memory
      machine.space.add({base, pairSize,
                         reinterpret_cast<std::byte *>(half->data()), nullptr,
                         readWrite, readWrite});
      base += pairSize;
    }
  }

  /// The byte at an address of memory.
  std::byte &byte(uint64_t address) {
    if (address - pairBase >= 2 * pairSize)
      return *machine.at(address);
    auto &half = address - pairBase < pairSize ? second_ : first_;
    return reinterpret_cast<std::byte *>(
        half.data())[(address - pairBase) % pairSize];
  }
  /// Runs an instruction with a0 = address, a1 = stored in user mode, until the ebreak after it.
  bool run(uint32_t bits, uint64_t address) {
    constexpr uint32_t ebreak = 0x00100073;
    machine.code(StepMachine::slotBase, {bits, ebreak, ebreak});
    return machine.runUser(StepMachine::slotBase, address, stored);
  }

  std::vector<MisalignedAccess> reports;
  Machine machine;

private:
  dpa::cpu::EngineOptions options() {
    dpa::cpu::EngineOptions options = testedEngine();
    options.allowsMisaligned = true;
    options.misaligned = [this](const MisalignedAccess &access) {
      reports.push_back(access);
    };
    return options;
  }
  std::array<uint64_t, pairSize / 8> first_{};
  std::array<uint64_t, pairSize / 8> second_{};
};

/// Accesses begin in the 13 bytes from here on.
constexpr uint64_t places[] = {
    dataBase + 0x800,
    dataBase + 0x1000 - 16, // across pages
    oddBase + 0x100,        // outside of the windows
    oddBase + 0x1000 - 16,    pairBase + 0x100,
    pairBase + pairSize - 16, // across regions
};

TEST(MisalignedAllowed, LoadsHaveTheBytesOfMemory) {
  AllowingMachine allowing;
  for (const uint64_t place : places)
    for (unsigned i = 0; i < 22; ++i)
      allowing.byte(place + i) = static_cast<std::byte>(0x9a + 17 * i);
  for (const conformance::Row &row : conformance::specification())
    for (const uint64_t place : places)
      for (unsigned offset = 1; row.form == Form::Load && offset < 14;
           ++offset) {
        if (offset % row.bytes == 0)
          continue;
        uint64_t expected = 0;
        for (unsigned i = 0; i < row.bytes; ++i)
          expected |= uint64_t(allowing.byte(place + offset + i)) << 8 * i;
        const unsigned unused = 64 - 8 * row.bytes;
        const bool isUnsigned = std::string(row.name).back() == 'u';
        expected =
            isUnsigned
                ? expected
                : static_cast<uint64_t>(
                      static_cast<int64_t>(expected << unused) >> unused);
        ASSERT_TRUE(allowing.run(
            conformance::immediateForm(row.match, value, pointer, 0),
            place + offset));
        EXPECT_EQ(allowing.machine.cause(), Cause::Breakpoint);
        EXPECT_EQ(allowing.machine.hart.x(value), expected)
            << row.name << std::hex << " " << place + offset;
        EXPECT_EQ(allowing.machine.userRetired(), 1U);
      }
}

TEST(MisalignedAllowed, StoresChangeTheirBytesOnly) {
  AllowingMachine allowing;
  for (const conformance::Row &row : conformance::specification())
    for (const uint64_t place : places)
      for (unsigned offset = 1; row.form == Form::Store && offset < 14;
           ++offset) {
        if (offset % row.bytes == 0)
          continue;
        for (unsigned i = 0; i < 22; ++i)
          allowing.byte(place + i) = std::byte(0x55);
        ASSERT_TRUE(
            allowing.run(conformance::storeForm(row.match, pointer, value, 0),
                         place + offset));
        EXPECT_EQ(allowing.machine.cause(), Cause::Breakpoint);
        for (unsigned i = 0; i < 22; ++i) {
          const bool isInside = i >= offset && i < offset + row.bytes;
          EXPECT_EQ(allowing.byte(place + i),
                    isInside
                        ? static_cast<std::byte>(stored >> 8 * (i - offset))
                        : std::byte(0x55))
              << row.name << std::hex << " " << place << " " << offset << i;
        }
      }
}

TEST(MisalignedAllowed, FaultsNameTheByteAndChangeNothing) {
  struct Expected {
    uint64_t address;
    Cause load;
    Cause store;
    uint64_t value;
  };
  const Expected all[] = {
      {dataBase + dataSize - 3, Cause::LoadFault, Cause::StoreFault,
       dataBase + dataSize},
      {oddBase + oddSize - 1, Cause::LoadFault, Cause::StoreFault,
       oddBase + oddSize},
      {unmapped + 1, Cause::LoadFault, Cause::StoreFault, unmapped + 1},
      {dataBase - 1, Cause::LoadFault, Cause::StoreFault, dataBase - 1},
      {privateBase + 9, Cause::LoadFault, Cause::StoreFault, privateBase + 9},
      {~uint64_t(2), Cause::LoadFault, Cause::StoreFault, ~uint64_t(2)},
      {deviceBase + 1, Cause::LoadMisaligned, Cause::StoreMisaligned,
       deviceBase + 1},
      {deviceBase - 3, Cause::LoadFault, Cause::StoreFault, deviceBase - 3},
  };
  constexpr uint32_t load = 0x00053583;  // ld a1, 0(a0)
  constexpr uint32_t store = 0x00b53023; // sd a1, 0(a0)
  AllowingMachine allowing;
  for (const Expected &each : all) {
    ASSERT_TRUE(allowing.run(load, each.address));
    EXPECT_EQ(allowing.machine.cause(), each.load) << std::hex << each.address;
    EXPECT_EQ(allowing.machine.value(), each.value);
    EXPECT_EQ(allowing.machine.hart.x(value), stored);
    ASSERT_TRUE(allowing.run(store, each.address));
    EXPECT_EQ(allowing.machine.cause(), each.store) << std::hex << each.address;
    EXPECT_EQ(allowing.machine.value(), each.value);
    EXPECT_EQ(allowing.machine.epc(), StepMachine::slotBase);
  }
  for (uint64_t i = 1; i < 8; ++i) {
    EXPECT_EQ(allowing.byte(dataBase + dataSize - i), std::byte(0));
    EXPECT_EQ(allowing.byte(oddBase + oddSize - i), std::byte(0));
  }
  EXPECT_EQ(allowing.machine.device.lastBytes, 0U);
}

TEST(MisalignedAllowed, AtomicsAndMachineModeTrap) {
  AllowingMachine allowing;
  for (const conformance::Row &row : conformance::specification()) {
    const bool reserves = row.form == Form::LoadReserved;
    if (row.bytes < 4 || row.form == Form::Load || row.form == Form::Store)
      continue;
    ASSERT_TRUE(
        allowing.run(conformance::registerForm(row.match, value, pointer,
                                               reserves ? 0 : value),
                     dataBase + 0x804));
    if (row.bytes == 4) // aligned for 4 bytes
      continue;
    EXPECT_EQ(allowing.machine.cause(),
              reserves ? Cause::LoadMisaligned : Cause::StoreMisaligned)
        << row.name;
  }
  constexpr uint32_t load = 0x00053583; // ld a1, 0(a0)
  constexpr uint32_t ebreak = 0x00100073;
  allowing.machine.code(StepMachine::slotBase, {load, ebreak});
  ASSERT_TRUE(allowing.machine.runMachine(StepMachine::slotBase, dataBase + 1));
  EXPECT_EQ(allowing.machine.cause(), Cause::LoadMisaligned);
  EXPECT_TRUE(allowing.reports.empty());
}

TEST(MisalignedAllowed, EachPlaceIsReportedOnceAndCountsAsUsual) {
  constexpr unsigned rounds = 300;
  const std::vector<uint32_t> code = {
      0x12300093, // addi ra, x0, 0x123
      0x12c00913, // addi x18, x0, 300
      0x00053583, // ld a1, 0(a0)
      0x00b52423, // sw a1, 8(a0)
      0xfff90913, // addi x18, x18, -1
      0x00b60633, // add a2, a2, a1
      0xfe0918e3, // bnez x18, -16
      0x00100073, // ebreak
  };
  AllowingMachine allowing;
  allowing.byte(dataBase + 0xffd) = std::byte(3);
  allowing.machine.code(StepMachine::slotBase, code);
  ASSERT_TRUE(
      allowing.machine.runUser(StepMachine::slotBase, dataBase + 0xffd));
  EXPECT_EQ(allowing.machine.cause(), Cause::Breakpoint);
  EXPECT_EQ(allowing.machine.hart.x(12), 3U * rounds);
  EXPECT_EQ(allowing.machine.userRetired(), 5U * rounds + 2);
  ASSERT_EQ(allowing.reports.size(), 2U);
  const MisalignedAccess &first = allowing.reports[0];
  EXPECT_EQ(first.pc, StepMachine::slotBase + 8);
  EXPECT_EQ(first.caller, 0x123U);
  EXPECT_EQ(first.hart, 7U);
  EXPECT_EQ(first.address, dataBase + 0xffd);
  EXPECT_EQ(first.bytes, 8U);
  EXPECT_FALSE(first.stores);
  EXPECT_EQ(allowing.reports[1].pc, StepMachine::slotBase + 12);
  EXPECT_EQ(allowing.reports[1].bytes, 4U);
  EXPECT_TRUE(allowing.reports[1].stores);
}

} // namespace
} // namespace test
