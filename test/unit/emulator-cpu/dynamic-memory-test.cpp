// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of memory that is mapped on request and can be withdrawn: what is remembered of it and
// for how long, rights and edges, and that withdrawn memory is never accessed.
#include "test/unit/emulator-cpu/code-words.h"

#include <atomic>
#include <sys/mman.h>
#include <thread>

namespace test {
namespace {

using dpa::cpu::Access;
using dpa::cpu::Extent;

constexpr uint64_t pageBytes = 4096;
constexpr uint64_t dynamic = uint64_t(1) << 62;
constexpr uint64_t dynamicSize = 16 * pageBytes;
constexpr dpa::cpu::Permissions readWrite{true, true, false};

/// Two pages and a bit, from the second page of the region on.
class Pages : public dpa::cpu::DynamicMemory {
public:
  static constexpr uint64_t base = dynamic + pageBytes;
  static constexpr uint64_t size = 2 * pageBytes + 64;

  Pages() {
    memory_ = static_cast<std::byte *>(
        mmap(nullptr, 3 * pageBytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  }
  ~Pages() override { munmap(memory_, 3 * pageBytes); }
  Pages(const Pages &) = delete;
  Pages &operator=(const Pages &) = delete;

  bool translate(Hart &, const Access &access, Extent &extent) override {
    ++calls;
    last = access;
    if (isGone)
      return false;
    extent = {base, size, memory_, mayRead, mayWrite};
    return true;
  }

  uint64_t &word(uint64_t offset) {
    return *reinterpret_cast<uint64_t *>(memory_ + offset);
  }
  /// From here on an access to them would crash the test.
  void close() { mprotect(memory_, 3 * pageBytes, PROT_NONE); }

  std::atomic<bool> isGone{false};
  bool mayRead = true;
  bool mayWrite = true;
  unsigned calls = 0;
  Access last;

private:
  std::byte *memory_;
};

struct DynamicMachine : Pages, Machine {
  explicit DynamicMachine(
      dpa::cpu::Permissions user = readWrite,
      const dpa::cpu::EngineOptions &engine = testedEngine())
      : Machine(allExtensions, engine) {
    dpa::cpu::Region region;
    region.base = dynamic;
    region.size = dynamicSize;
    region.dynamic = this;
    region.user = user;
    EXPECT_TRUE(space.add(region));
  }
  bool run(const char *name, uint64_t address, uint64_t value = 0) {
    return runUser(symbol(name), address, value);
  }
};

TEST(DynamicMemory, IsAccessedMisalignedWhereThatIsAllowed) {
  dpa::cpu::EngineOptions engine = testedEngine();
  engine.allowsMisaligned = true;
  DynamicMachine machine(readWrite, engine);
  for (const uint64_t at : {uint64_t(6), pageBytes - 2}) { // and across pages
    machine.word(at / 8 * 8) = 0x1122334455667788;
    machine.word(at / 8 * 8 + 8) = 0x99aabbccddeeff01;
    ASSERT_TRUE(machine.run("t_lw", Pages::base + at));
    EXPECT_EQ(machine.a0(), 0xffffffffff011122);
    ASSERT_TRUE(machine.run("t_sw", Pages::base + at, 0x31323334));
    EXPECT_EQ(machine.word(at / 8 * 8), 0x3334334455667788U);
    EXPECT_EQ(machine.word(at / 8 * 8 + 8), 0x99aabbccddee3132U);
  }
  ASSERT_TRUE(machine.run("t_lw", Pages::base + Pages::size - 2));
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  EXPECT_EQ(machine.value(), Pages::base + Pages::size);
}

TEST(DynamicMemory, IsLoadedStoredAndUpdated) {
  DynamicMachine machine;
  machine.word(8) = 0x8182838485868788;
  ASSERT_TRUE(machine.run("t_lw", Pages::base + 8));
  EXPECT_EQ(machine.a0(), 0xffffffff85868788);
  ASSERT_TRUE(machine.run("t_sh", Pages::base + pageBytes, 0x1234));
  EXPECT_EQ(machine.word(pageBytes), 0x1234U);
  ASSERT_TRUE(machine.run("t_amoadd.d", Pages::base + 2 * pageBytes, 5));
  EXPECT_EQ(machine.word(2 * pageBytes), 5U);
  EXPECT_EQ(machine.cause(), Cause::EcallFromUser);
}

TEST(DynamicMemory, IsRequestedOnceUntilForgotten) {
  DynamicMachine machine;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(machine.run("t_sd", Pages::base, 1));
    ASSERT_TRUE(machine.run("t_ld", Pages::base + 2 * pageBytes + 56));
    ASSERT_TRUE(machine.run("t_amoadd.w", Pages::base + 4, 1));
  }
  EXPECT_EQ(machine.calls, 1U);
  machine.hart.forgetTranslations();
  ASSERT_TRUE(machine.run("t_ld", Pages::base));
  EXPECT_EQ(machine.calls, 2U);
  machine.space.forgetTranslations();
  ASSERT_TRUE(machine.run("t_ld", Pages::base));
  EXPECT_EQ(machine.calls, 3U);
}

TEST(DynamicMemory, ReportsTheAccess) {
  DynamicMachine machine;
  machine.isGone = true;
  machine.run("t_lhu", Pages::base + 2);
  EXPECT_EQ(machine.last.address, Pages::base + 2);
  EXPECT_EQ(machine.last.bytes, 2U);
  EXPECT_TRUE(machine.last.reads && !machine.last.writes);
  machine.run("t_sd", Pages::base);
  EXPECT_TRUE(!machine.last.reads && machine.last.writes);
  machine.run("t_amoadd.w", Pages::base);
  EXPECT_TRUE(machine.last.reads && machine.last.writes);
}

TEST(DynamicMemory, EndsWhereTheExtentDoes) {
  DynamicMachine machine;
  ASSERT_TRUE(machine.run("t_ld", Pages::base));
  for (const uint64_t address :
       {Pages::base - 8, Pages::base + Pages::size, dynamic + dynamicSize}) {
    ASSERT_TRUE(machine.run("t_ld", address));
    EXPECT_EQ(machine.cause(), Cause::LoadFault);
    EXPECT_EQ(machine.value(), address);
    ASSERT_TRUE(machine.run("t_sb", address));
    EXPECT_EQ(machine.cause(), Cause::StoreFault);
    EXPECT_EQ(machine.userRetired(), 0U);
  }
}

TEST(DynamicMemory, ObeysTheRightsOfExtentAndRegion) {
  DynamicMachine constant;
  constant.mayWrite = false;
  ASSERT_TRUE(constant.run("t_ld", Pages::base));
  EXPECT_EQ(constant.cause(), Cause::EcallFromUser);
  for (const char *name : {"t_sd", "t_amoadd.d"}) {
    ASSERT_TRUE(constant.run(name, Pages::base));
    EXPECT_EQ(constant.cause(), Cause::StoreFault);
  }
  DynamicMachine readable({true, false, false});
  ASSERT_TRUE(readable.run("t_ld", Pages::base));
  ASSERT_TRUE(readable.run("t_sd", Pages::base));
  EXPECT_EQ(readable.cause(), Cause::StoreFault);
  DynamicMachine machine;
  machine.runMachine(machine.symbol("t_ld"), Pages::base);
  EXPECT_EQ(machine.cause(), Cause::LoadFault); // has no rights to the region
}

TEST(DynamicMemory, IsNotExecutable) {
  DynamicMachine machine;
  ASSERT_TRUE(machine.runUser(Pages::base));
  EXPECT_EQ(machine.cause(), Cause::FetchFault);
}

/// sd a1,(a0); addi a1,a1,1; j -8: until it traps.
TEST(DynamicMemory, IsNotAccessedOnceForgotten) {
  for (int round = 0; round < 50; ++round) {
    DynamicMachine machine;
    machine.code(scratch, {0x00b53023, 0x00158593, 0xff9ff06f});
    std::atomic<bool> trapped{false};
    std::thread runner([&] {
      trapped = machine.runUser(scratch, Pages::base, 1, uint64_t(1) << 40);
    });
    std::atomic_ref<uint64_t> stored(machine.word(0));
    while (stored.load(std::memory_order_relaxed) == 0)
      std::this_thread::yield();
    machine.isGone = true;
    machine.space.forgetTranslations();
    machine.close();
    runner.join();
    EXPECT_TRUE(trapped);
    EXPECT_EQ(machine.cause(), Cause::StoreFault);
    EXPECT_EQ(machine.value(), Pages::base);
  }
}

/// forgetTranslations() is called during a device access of the hart, so it must not wait for the
/// hart; afterwards the hart has forgotten, too. sd a1,(a0); sd a1,(a2); ld a1,(a0)
TEST(DynamicMemory, IsForgottenDuringADevicesAccess) {
  DynamicMachine machine;
  machine.code(scratch, {0x00b53023, 0x00b63023, 0x00053583, ecallBits});
  machine.hart.setX(12, deviceBase);
  machine.device.atStore = [&] {
    machine.isGone = true;
    std::thread([&] { machine.space.forgetTranslations(); }).join();
    machine.close();
  };
  machine.hart.reset(machine.symbol("firmware"));
  machine.hart.setX(5, scratch);
  machine.hart.setX(10, Pages::base);
  machine.hart.setX(11, 1);
  machine.hart.setX(12, deviceBase);
  EXPECT_EQ(machine.hart.run(100000), Stop::Wfi);
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  EXPECT_EQ(machine.epc(), scratch + 8);
}

TEST(DynamicMemory, NeedsARegionOfItsOwn) {
  DynamicMachine machine;
  dpa::cpu::Region both;
  both.base = uint64_t(1) << 61;
  both.size = pageBytes;
  both.dynamic = &machine;
  both.mmio = &machine.device;
  EXPECT_FALSE(machine.space.add(both));
}

} // namespace
} // namespace test
