// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every instruction that accesses memory, at every misaligned offset, in every kind of memory,
// across pages and across the ends of regions and of the address space: the trap names the address,
// and nothing has changed.
#include "test/conformance/Inputs/encode.h"
#include "test/conformance/Inputs/specification.h"
#include "test/unit/emulator-cpu/step.h"

#include <cstring>
#include <gtest/gtest.h>

namespace test {
namespace {

using conformance::Form;

/// An access through x8, with x9 as value or result.
struct Access {
  const char *name;
  uint32_t bits;
  unsigned bytes;
  bool loads; ///< traps as a load; stores and atomics trap as a store
};

constexpr unsigned pointer = 8;
constexpr unsigned value = 9;

std::vector<Access> accesses() {
  std::vector<Access> all;
  for (const conformance::Row &row : conformance::specification()) {
    if (row.bytes < 2)
      continue;
    switch (row.form) {
    case Form::Load:
      all.push_back({row.name,
                     conformance::immediateForm(row.match, value, pointer, 0),
                     row.bytes, true});
      break;
    case Form::Store:
      all.push_back({row.name,
                     conformance::storeForm(row.match, pointer, value, 0),
                     row.bytes, false});
      break;
    case Form::LoadReserved:
      all.push_back({row.name,
                     conformance::registerForm(row.match, value, pointer, 0),
                     row.bytes, true});
      break;
    default: // sc and amo
      all.push_back(
          {row.name,
           conformance::registerForm(row.match, value, pointer, value),
           row.bytes, false});
    }
  }
  all.push_back({"c.lw", 0x4004, 4, true});
  all.push_back({"c.ld", 0x6004, 8, true});
  all.push_back({"c.sw", 0xc004, 4, false});
  all.push_back({"c.sd", 0xe004, 8, false});
  return all;
}

/// Places around which every offset is tested; each is a multiple of 8.
constexpr uint64_t places[] = {
    dataBase + 0x800,
    dataBase + 0x1000 - 8,   // across pages
    dataBase + dataSize - 8, // across the end of a region
    oddBase + 0x100,
    oddBase + 0x1000 - 8,
    privateBase + 0x20,
    writeOnlyBase + 8,
    deviceBase,
    textBase + 0x3e00,
    unmapped,
    0,
    ~uint64_t(7), // across the end of the address space
};

class Misaligned : public testing::TestWithParam<Access> {};

TEST_P(Misaligned, TrapsWithTheAddress) {
  const Access &access = GetParam();
  StepMachine machine;
  machine.fill(std::vector<uint32_t>(StepMachine::slotCount, access.bits));
  const std::vector<std::byte> before(machine.at(dataBase),
                                      machine.at(dataBase) + dataSize);
  size_t slot = 0; // machine mode may not trap repeatedly at one place
  for (const Privilege privilege : {Privilege::User, Privilege::Machine})
    for (const uint64_t place : places)
      for (unsigned offset = 1; offset < access.bytes; ++offset) {
        Registers x = dataPointers();
        x[5] = StepMachine::slot(slot);
        x[pointer] = place + offset;
        const Step step = machine.run(privilege, StepMachine::slot(slot), x);
        slot = (slot + 1) % StepMachine::slotCount;
        EXPECT_EQ(step.cause, access.loads ? Cause::LoadMisaligned
                                           : Cause::StoreMisaligned);
        EXPECT_EQ(step.value, place + offset) << std::hex << place;
        EXPECT_EQ(step.epc, x[5]);
        EXPECT_EQ(step.retired, 0U);
        EXPECT_EQ(step.x, x) << "a register has changed";
      }
  EXPECT_TRUE(std::equal(before.begin(), before.end(), machine.at(dataBase)))
      << "memory has changed";
  EXPECT_EQ(machine.device.lastBytes, 0U) << "the device was accessed";
}

/// The same in a loop that makes the access aligned, many times, and then misaligned.
TEST_P(Misaligned, TrapsInAHotLoop) {
  const Access &access = GetParam();
  const bool isNarrow = (access.bits & 3) != 3;
  constexpr unsigned rounds = 100;
  constexpr unsigned count = 18;
  StepMachine machine;
  // x18 rounds of the access, then once more with x8 one too high
  std::vector<uint16_t> code;
  const auto add = [&code](uint32_t word) {
    code.push_back(static_cast<uint16_t>(word));
    if ((word & 3) == 3)
      code.push_back(static_cast<uint16_t>(word >> 16));
  };
  constexpr uint32_t seqz = 0x00193813;   // sltiu x16, x18, 1
  constexpr uint32_t addX16 = 0x01040433; // add x8, x8, x16
  add(access.bits);
  add(conformance::immediateForm(conformance::addi, count, count, -1));
  add(seqz);
  add(addX16);
  constexpr uint32_t bgez = 0x00095063; // bge x18, x0
  add(bgez | conformance::branchOffset(isNarrow ? -14 : -16));
  const uint64_t entry = StepMachine::slot(0);
  std::memcpy(machine.at(entry), code.data(), code.size() * 2);
  machine.space.codeChanged(entry, code.size() * 2);
  Registers x = dataPointers();
  x[count] = rounds;
  x[pointer] = dataBase + 0x1800;
  for (unsigned r = 1; r < 32; ++r)
    machine.hart.setX(r, x[r]);
  machine.hart.setPc(entry);
  const uint64_t retired = machine.hart.retired();
  ASSERT_EQ(machine.hart.run(10000), Stop::Wfi);
  EXPECT_EQ(machine.cause(),
            access.loads ? Cause::LoadMisaligned : Cause::StoreMisaligned);
  EXPECT_EQ(machine.value(), x[pointer] + 1);
  EXPECT_EQ(machine.epc(), entry);
  EXPECT_EQ(machine.hart.x(count), 0U);
  EXPECT_EQ(machine.hart.retired() - retired, rounds * 5 + 1)
      << "and the handler's wfi";
}

INSTANTIATE_TEST_SUITE_P(All, Misaligned, testing::ValuesIn(accesses()),
                         [](const auto &info) {
                           std::string name = info.param.name;
                           for (char &letter : name)
                             letter = letter == '.' ? '_' : letter;
                           return name;
                         });

} // namespace
} // namespace test
