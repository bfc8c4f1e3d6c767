// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of memory that comes and goes: what is remembered of it and for how
// long, rights and edges, and that memory which was taken away is never touched.
#include "test/unit/emulator-cpu/code-words.h"

#include <atomic>
#include <sys/mman.h>
#include <thread>

namespace test {
namespace {

using dpa::cpu::Access;
using dpa::cpu::Extent;

constexpr uint64_t PageBytes = 4096;
constexpr uint64_t Dynamic = uint64_t(1) << 62;
constexpr uint64_t DynamicSize = 16 * PageBytes;
constexpr dpa::cpu::Permissions ReadWrite{true, true, false};

/// Two pages and a bit, from the second page of the region on.
class Pages : public dpa::cpu::DynamicMemory {
public:
  static constexpr uint64_t Base = Dynamic + PageBytes;
  static constexpr uint64_t Size = 2 * PageBytes + 64;

  Pages() {
    Memory = static_cast<std::byte *>(mmap(nullptr, 3 * PageBytes,
                                           PROT_READ | PROT_WRITE,
                                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  }
  ~Pages() override { munmap(Memory, 3 * PageBytes); }
  Pages(const Pages &) = delete;
  Pages &operator=(const Pages &) = delete;

  bool translate(Hart &, const Access &access, Extent &extent) override {
    ++calls;
    last = access;
    if (isGone)
      return false;
    extent = {Base, Size, Memory, mayRead, mayWrite};
    return true;
  }

  uint64_t &word(uint64_t offset) {
    return *reinterpret_cast<uint64_t *>(Memory + offset);
  }
  /// An access to them would be a crash from here on.
  void close() { mprotect(Memory, 3 * PageBytes, PROT_NONE); }

  std::atomic<bool> isGone{false};
  bool mayRead = true;
  bool mayWrite = true;
  unsigned calls = 0;
  Access last;

private:
  std::byte *Memory;
};

struct DynamicMachine : Pages, Machine {
  explicit DynamicMachine(dpa::cpu::Permissions user = ReadWrite) {
    dpa::cpu::Region region;
    region.base = Dynamic;
    region.size = DynamicSize;
    region.dynamic = this;
    region.user = user;
    EXPECT_TRUE(space.add(region));
  }
  bool run(const char *name, uint64_t address, uint64_t value = 0) {
    return runUser(symbol(name), address, value);
  }
};

TEST(DynamicMemory, IsLoadedStoredAndUpdated) {
  DynamicMachine machine;
  machine.word(8) = 0x8182838485868788;
  ASSERT_TRUE(machine.run("t_lw", Pages::Base + 8));
  EXPECT_EQ(machine.a0(), 0xffffffff85868788);
  ASSERT_TRUE(machine.run("t_sh", Pages::Base + PageBytes, 0x1234));
  EXPECT_EQ(machine.word(PageBytes), 0x1234U);
  ASSERT_TRUE(machine.run("t_amoadd.d", Pages::Base + 2 * PageBytes, 5));
  EXPECT_EQ(machine.word(2 * PageBytes), 5U);
  EXPECT_EQ(machine.cause(), Cause::EcallFromUser);
}

TEST(DynamicMemory, IsAskedForOnceUntilForgotten) {
  DynamicMachine machine;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(machine.run("t_sd", Pages::Base, 1));
    ASSERT_TRUE(machine.run("t_ld", Pages::Base + 2 * PageBytes + 56));
    ASSERT_TRUE(machine.run("t_amoadd.w", Pages::Base + 4, 1));
  }
  EXPECT_EQ(machine.calls, 1U);
  machine.hart.forgetTranslations();
  ASSERT_TRUE(machine.run("t_ld", Pages::Base));
  EXPECT_EQ(machine.calls, 2U);
  machine.space.forgetTranslations();
  ASSERT_TRUE(machine.run("t_ld", Pages::Base));
  EXPECT_EQ(machine.calls, 3U);
}

TEST(DynamicMemory, SaysWhatIsAccessed) {
  DynamicMachine machine;
  machine.isGone = true;
  machine.run("t_lhu", Pages::Base + 2);
  EXPECT_EQ(machine.last.address, Pages::Base + 2);
  EXPECT_EQ(machine.last.bytes, 2U);
  EXPECT_TRUE(machine.last.reads && !machine.last.writes);
  machine.run("t_sd", Pages::Base);
  EXPECT_TRUE(!machine.last.reads && machine.last.writes);
  machine.run("t_amoadd.w", Pages::Base);
  EXPECT_TRUE(machine.last.reads && machine.last.writes);
}

TEST(DynamicMemory, EndsWhereTheExtentDoes) {
  DynamicMachine machine;
  ASSERT_TRUE(machine.run("t_ld", Pages::Base));
  for (const uint64_t address :
       {Pages::Base - 8, Pages::Base + Pages::Size, Dynamic + DynamicSize}) {
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
  ASSERT_TRUE(constant.run("t_ld", Pages::Base));
  EXPECT_EQ(constant.cause(), Cause::EcallFromUser);
  for (const char *name : {"t_sd", "t_amoadd.d"}) {
    ASSERT_TRUE(constant.run(name, Pages::Base));
    EXPECT_EQ(constant.cause(), Cause::StoreFault);
  }
  DynamicMachine readable({true, false, false});
  ASSERT_TRUE(readable.run("t_ld", Pages::Base));
  ASSERT_TRUE(readable.run("t_sd", Pages::Base));
  EXPECT_EQ(readable.cause(), Cause::StoreFault);
  DynamicMachine machine;
  machine.runMachine(machine.symbol("t_ld"), Pages::Base);
  EXPECT_EQ(machine.cause(), Cause::LoadFault); // has no rights to the region
}

TEST(DynamicMemory, IsNoPlaceForCode) {
  DynamicMachine machine;
  ASSERT_TRUE(machine.runUser(Pages::Base));
  EXPECT_EQ(machine.cause(), Cause::FetchFault);
}

/// sd a1,(a0); addi a1,a1,1; j -8: until it traps.
TEST(DynamicMemory, IsNotTouchedOnceForgotten) {
  for (int round = 0; round < 50; ++round) {
    DynamicMachine machine;
    machine.code(Scratch, {0x00b53023, 0x00158593, 0xff9ff06f});
    std::atomic<bool> trapped{false};
    std::thread runner([&] {
      trapped = machine.runUser(Scratch, Pages::Base, 1, uint64_t(1) << 40);
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
    EXPECT_EQ(machine.value(), Pages::Base);
  }
}

/// The device waits until everybody has forgotten, so it must not be waited
/// for; after it the hart has forgotten, too. sd a1,(a0); sd a1,(a2); ld a1,(a0)
TEST(DynamicMemory, IsForgottenDuringADevicesAccess) {
  DynamicMachine machine;
  machine.code(Scratch, {0x00b53023, 0x00b63023, 0x00053583, EcallBits});
  machine.hart.setX(12, DeviceBase);
  machine.device.atStore = [&] {
    machine.isGone = true;
    std::thread([&] { machine.space.forgetTranslations(); }).join();
    machine.close();
  };
  machine.hart.reset(machine.symbol("firmware"));
  machine.hart.setX(5, Scratch);
  machine.hart.setX(10, Pages::Base);
  machine.hart.setX(11, 1);
  machine.hart.setX(12, DeviceBase);
  EXPECT_EQ(machine.hart.run(100000), Stop::Wfi);
  EXPECT_EQ(machine.cause(), Cause::LoadFault);
  EXPECT_EQ(machine.epc(), Scratch + 8);
}

TEST(DynamicMemory, NeedsARegionOfItsOwn) {
  DynamicMachine machine;
  dpa::cpu::Region both;
  both.base = uint64_t(1) << 61;
  both.size = PageBytes;
  both.dynamic = &machine;
  both.mmio = &machine.device;
  EXPECT_FALSE(machine.space.add(both));
}

} // namespace
} // namespace test
