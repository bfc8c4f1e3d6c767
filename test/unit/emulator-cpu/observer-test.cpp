// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An observer performs the accesses of user code: it is called once for each, in order, with the
// instruction's address; fences are passed with the hint before them; machine mode is not observed.
#include "emulator/cpu/observer.h"
#include "test/unit/emulator-cpu/code-words.h"

namespace test {
namespace {

using namespace dpa::cpu;

constexpr uint64_t cell = dataBase + 0x100;
constexpr uint32_t hintWord = 0x43f02013;    // slti x0, x0, 0x43f
constexpr uint32_t fenceWord = 0x0ff0000f;   // fence iorw, iorw
constexpr uint32_t fenceWrites = 0x0550000f; // fence ow, ow

/// Records its calls; loads return `shown`, stores are not performed.
class Notes : public MemoryObserver {
public:
  uint64_t load(const ObservedAccess &access) override {
    add("load", access);
    return shown;
  }
  void store(const ObservedAccess &access, uint64_t value) override {
    add("store", access);
    stored = value;
  }
  void atomic(const ObservedAtomic &operation) override {
    add("atomic", operation.access);
    stores.push_back(operation.stores);
    acquires = operation.acquires;
    releases = operation.releases;
  }
  void fence(const ObservedFence &fence) override {
    lines.push_back("fence " + std::to_string(fence.pc - base) + " " +
                    std::to_string(fence.before) + " " +
                    std::to_string(fence.after) + " " +
                    std::to_string(fence.hint));
  }
  void deviceStore(const ObservedAccess &access, uint64_t value) override {
    add("device", access);
    stored = value;
  }

  void trap(Hart &hart, uint64_t cause) override {
    traps.push_back(std::to_string(hart.pc() - base) + " " +
                    std::to_string(cause) + " " + std::to_string(hart.x(17)));
  }

  std::vector<std::string> lines;
  std::vector<std::string> traps;
  uint64_t base = scratch;
  uint64_t shown = 0;
  uint64_t stored = 0;
  std::vector<bool> stores; ///< whether each atomic stored
  bool acquires = false;
  bool releases = false;

private:
  void add(const char *what, const ObservedAccess &access) {
    lines.push_back(std::string(what) + " " + std::to_string(access.pc - base) +
                    " " + std::to_string(access.bytes));
  }
};

struct ObservedMachine {
  Notes notes;
  Machine machine{allExtensions, {.observer = &notes}};
};

using Lines = std::vector<std::string>;

TEST(Observer, MakesTheAccesses) {
  ObservedMachine m;
  m.machine.write<uint64_t>(cell, 1);
  m.notes.shown = 0x80;
  m.machine.code(scratch, {0x00050583, // lb a1, 0(a0)
                           0x00b53023, // sd a1, 0(a0)
                           0x00053503, // ld a0, 0(a0)
                           ecallBits});
  ASSERT_TRUE(m.machine.runUser(scratch, cell));
  EXPECT_EQ(m.notes.lines, (Lines{"load 0 1", "store 4 8", "load 8 8"}));
  EXPECT_EQ(m.notes.stored, ~uint64_t(0x7f)) << "the loaded value, extended";
  EXPECT_EQ(m.machine.a0(), 0x80U);
  EXPECT_EQ(m.machine.read<uint64_t>(cell), 1U) << "kept back";
}

TEST(Observer, IsCalledForAtomicsOfTheHart) {
  ObservedMachine m;
  m.machine.write<uint64_t>(cell, 5);
  m.machine.code(scratch, {0x02b5352f, // amoadd.d.rl a0, a1, (a0)
                           ecallBits});
  ASSERT_TRUE(m.machine.runUser(scratch, cell, 2));
  EXPECT_EQ(m.notes.lines, Lines{"atomic 0 8"});
  EXPECT_TRUE(m.notes.releases);
  EXPECT_FALSE(m.notes.acquires);
  EXPECT_EQ(m.machine.a0(), 5U);
  EXPECT_EQ(m.machine.read<uint64_t>(cell), 7U);
}

TEST(Observer, ReceivesWhetherAnAtomicStores) {
  ObservedMachine m;
  m.machine.code(scratch, {0x100535af, // lr.d a1, (a0)
                           0x18b535af, // sc.d a1, a1, (a0)
                           0x00b5352f, // amoadd.d a0, a1, (a0)
                           ecallBits});
  ASSERT_TRUE(m.machine.runUser(scratch, cell));
  EXPECT_EQ(m.notes.stores, (std::vector<bool>{false, true, true}));
}

TEST(Observer, ReceivesFencesWithTheirHint) {
  ObservedMachine m;
  m.machine.code(scratch, {hintWord, fenceWord, fenceWrites, ecallBits});
  ASSERT_TRUE(m.machine.runUser(scratch));
  EXPECT_EQ(m.notes.lines, (Lines{"fence 4 15 15 1087", "fence 8 5 5 0"}));
}

TEST(Observer, FindsTheHintAlsoWhereABlockBeginsWithTheFence) {
  ObservedMachine m;
  m.machine.code(scratch, {hintWord, fenceWord, ecallBits});
  ASSERT_FALSE(m.machine.runUser(scratch, 0, 0, 8)) << "the hint is the last";
  m.notes.lines.clear();
  while (m.machine.hart.run(1) == Stop::Fuel) {
  }
  EXPECT_EQ(m.notes.lines, Lines{"fence 4 15 15 1087"});
}

TEST(Observer, IsCalledBeforeStoresToDevices) {
  ObservedMachine m;
  m.machine.device.atStore = [&] { m.notes.lines.emplace_back("stored"); };
  ASSERT_TRUE(m.machine.runUser(m.machine.symbol("t_sd"), deviceBase, 3));
  ASSERT_EQ(m.notes.lines.size(), 2U);
  EXPECT_EQ(m.notes.lines[0].substr(0, 6), "device");
  EXPECT_EQ(m.notes.lines[1], "stored");
  EXPECT_EQ(m.notes.stored, 3U);
  EXPECT_EQ(m.machine.device.stored, 3U);
}

TEST(Observer, IsNotCalledForAccessesThatTrap) {
  ObservedMachine m;
  for (const uint64_t address : {unmapped, privateBase, cell + 1}) {
    ASSERT_TRUE(m.machine.runUser(m.machine.symbol("t_ld"), address));
    EXPECT_TRUE(m.notes.lines.empty()) << address;
    EXPECT_NE(m.machine.cause(), Cause::EcallFromUser);
  }
}

TEST(Observer, ReceivesTrapsWithTheRegistersOfUserCode) {
  ObservedMachine m;
  m.machine.code(scratch, {0x00700893, // li a7, 7
                           ecallBits});
  ASSERT_TRUE(m.machine.runUser(scratch));
  EXPECT_EQ(m.notes.traps, Lines{"4 8 7"});
  ASSERT_TRUE(m.machine.runMachine(m.machine.symbol("t_ld"), unmapped));
  EXPECT_EQ(m.notes.traps.size(), 1U) << "not of machine mode";
}

TEST(Observer, IsNotCalledInMachineMode) {
  ObservedMachine m;
  m.machine.write<uint64_t>(cell, 9);
  ASSERT_TRUE(m.machine.runMachine(m.machine.symbol("t_ld"), cell));
  EXPECT_EQ(m.machine.a0(), 9U);
  EXPECT_TRUE(m.notes.lines.empty());
}

TEST(Observer, DisablesTheJit) {
  std::string reason;
  Notes notes;
  AddressSpace space({.engine = Engine::Jit,
                      .refused = [&](const std::string &why) { reason = why; },
                      .observer = &notes});
  EXPECT_EQ(space.engine(), Engine::Interpreter);
  EXPECT_EQ(reason, "memory accesses are observed");
}

} // namespace
} // namespace test
